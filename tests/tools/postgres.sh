# .pgcopy files, loaded by PostgreSQL's COPY: as bytes, which are compared with what PostgreSQL
# itself makes of the same numbers, and where pgvector is there as vector.
. "$(dirname "$0")/lib.sh"
bin=
for folder in /usr/lib/postgresql/*/bin /usr/local/pgsql/bin; do
    [ -x "$folder/initdb" ] && [ -x "$folder/psql" ] && bin=$folder
done
if [ -z "$bin" ]; then
    echo 'SKIPPED: postgres (no PostgreSQL with initdb and psql here)'
    exit 77
fi
# PostgreSQL does not run as root.
as=
if [ "$(id -u)" -eq 0 ]; then
    if ! runuser -u nobody true 2>/dev/null; then
        echo 'SKIPPED: postgres (it does not run as root, and there is no other user to be)'
        exit 77
    fi
    as='runuser -u nobody --'
fi
place=$(mktemp -d) || exit 1
[ -z "$as" ] || chown nobody "$place"
stop() {
    $as "$bin/pg_ctl" -D "$place/data" -m immediate stop >/dev/null 2>&1
    rm -rf "$place"
}
trap stop EXIT
if ! (cd / && $as "$bin/initdb" -D "$place/data" -U test -A trust >"$place/log" 2>&1 &&
    $as "$bin/pg_ctl" -D "$place/data" -w -l "$place/server.log" \
        -o "-k $place -c listen_addresses= -c fsync=off" start >>"$place/log" 2>&1); then
    cat "$place/log"
    echo 'SKIPPED: postgres (it does not start here)'
    exit 77
fi
# sql TEXT: prints what comes of it
sql() {
    $as "$bin/psql" -h "$place" -U test -d postgres -X -q -A -t -v ON_ERROR_STOP=1 -c "$1" 2>&1
}

# 2000 rows of 5 floats, as numbers in a text and as rows of .pgcopy.
awk 'BEGIN { srand(3); for (i = 0; i < 2000; i++) for (k = 0; k < 5; k++)
    printf "%.9g%s", (rand() - 0.5) * 10 ^ (i % 40 - 20), k < 4 ? "," : "\n" }' >rows.csv
gives 0 '' convert rows.csv rows.pgcopy
gives 0 '' convert rows.csv jobs.pgcopy --jobs 3 --buffer-size 2000
is 'jobs' same "$(cmp rows.pgcopy jobs.pgcopy && echo same)"
cp rows.pgcopy rows.csv "$place" && chmod a+r "$place"/rows.*
chmod a+rx "$place"
is 'tables' '' "$(sql 'create table loaded (n serial, v bytea);
    create table numbers (n serial, a float4, b float4, c float4, d float4, e float4)')"
is 'numbers' '' "$(sql "copy numbers (a, b, c, d, e) from '$place/rows.csv' with (format csv)")"
is 'copy' '' "$(sql "copy loaded (v) from '$place/rows.pgcopy' with (format binary)")"
is 'rows' 2000 "$(sql 'select count(*) from loaded')"
same="v = int2send(5::int2) || int2send(0::int2) || float4send(a) || float4send(b) \
|| float4send(c) || float4send(d) || float4send(e)"
is 'the bytes of a vector' 2000 \
    "$(sql "select count(*) from loaded join numbers using (n) where $same")"

if [ "$(sql "select count(*) from pg_available_extensions where name = 'vector'")" = 1 ]; then
    is 'vectors' '' "$(sql 'create extension vector; create table vectors (n serial, v vector(5))')"
    is 'copy' '' "$(sql "copy vectors (v) from '$place/rows.pgcopy' with (format binary)")"
    is 'the numbers of a vector' 2000 "$(sql 'select count(*) from vectors join numbers using (n)
        where v::float4[] = array[a, b, c, d, e]')"
else
    echo 'SKIPPED: the part of postgres for type vector (no pgvector here)'
fi
finish
