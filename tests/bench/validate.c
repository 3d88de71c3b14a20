/* tests/bench/validate.c - validates a JSON file by a JSON schema: validate SCHEMA FILE. It knows
 * the keywords that bench/schema.json uses and refuses any other, so that none is passed over
 * unseen. Its JSON reader is its own: the file is judged by other code than wrote it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NONE, WORD, NUMBER, STRING, ARRAY, OBJECT } kind;

typedef struct node {
    kind kind;
    char *text; /* of a word, number or string, as it stands there */
    char *key;
    struct node *child, *next;
} node;

static void die(const char *what, const char *where)
{
    fprintf(stderr, "validate: %s: %.60s\n", what, where);
    exit(1);
}

static void *get(size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL) {
        die("no memory", "");
    }
    return memory;
}

static const char *skip(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

static char *copy(const char *from, size_t len)
{
    char *text = get(len + 1);
    memcpy(text, from, len);
    return text;
}

/* Escapes stay as they are: no key and no constant of the schema has one. */
static const char *read_string(const char *p, char **text)
{
    const char *end = p + 1;
    if (*p != '"') {
        die("a string was expected", p);
    }
    for (; *end != '"'; end++) {
        if ((unsigned char)*end < 32) {
            die("a string is not closed", p);
        }
        end += *end == '\\';
    }
    *text = copy(p + 1, (size_t)(end - p - 1));
    return end + 1;
}

static const char *read_value(const char *p, node *value);

static const char *read_members(const char *p, node *parent, char close)
{
    node **link = &parent->child;
    p = skip(p + 1);
    if (*p == close) {
        return p + 1;
    }
    for (;; p++) {
        node *member = get(sizeof *member);
        p = skip(p);
        if (close == '}') {
            p = skip(read_string(p, &member->key));
            if (*p++ != ':') {
                die("':' was expected", p - 1);
            }
        }
        p = skip(read_value(skip(p), member));
        *link = member;
        link = &member->next;
        if (*p == close) {
            return p + 1;
        }
        if (*p != ',') {
            die("',' was expected", p);
        }
    }
}

static const char *read_number(const char *p, node *value)
{
    char *end;
    strtod(p, &end);
    if (end == p || *p == '+' || *p == '.' || strspn(p, "-+.0123456789eE") != (size_t)(end - p)) {
        die("no JSON value", p);
    }
    value->kind = NUMBER;
    value->text = copy(p, (size_t)(end - p));
    return end;
}

static const char *read_value(const char *p, node *value)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t len = strlen(words[i]);
        if (strncmp(p, words[i], len) == 0) {
            value->kind = WORD;
            value->text = copy(p, len);
            return p + len;
        }
    }
    switch (*p) {
    case '[':
        value->kind = ARRAY;
        return read_members(p, value, ']');
    case '{':
        value->kind = OBJECT;
        return read_members(p, value, '}');
    case '"':
        value->kind = STRING;
        return read_string(p, &value->text);
    default:
        return read_number(p, value);
    }
}

static node *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        die("cannot open", path);
    }
    size_t len = (size_t)ftell(file);
    char *data = get(len + 1);
    rewind(file);
    if (fread(data, 1, len, file) != len) {
        die("cannot read", path);
    }
    fclose(file);
    node *root = get(sizeof *root);
    if (*skip(read_value(skip(data), root)) != 0) {
        die("something follows the value", path);
    }
    free(data);
    return root;
}

static void forget(node *value)
{
    while (value) {
        node *next = value->next;
        forget(value->child);
        free(value->text);
        free(value->key);
        free(value);
        value = next;
    }
}

static const node *member(const node *object, const char *key)
{
    for (const node *n = object->child; n; n = n->next) {
        if (n->key && strcmp(n->key, key) == 0) {
            return n;
        }
    }
    return NULL;
}

static bool equal(const node *a, const node *b)
{
    return a->kind == b->kind && a->text && b->text && strcmp(a->text, b->text) == 0;
}

static bool has_type(const node *value, const char *type)
{
    static const struct {
        const char *name;
        kind kind;
    } types[] = {{"object", OBJECT}, {"array", ARRAY}, {"string", STRING}, {"number", NUMBER}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(type, types[i].name) == 0) {
            return value->kind == types[i].kind;
        }
    }
    if (strcmp(type, "integer") == 0) {
        return value->kind == NUMBER && strpbrk(value->text, ".eE") == NULL;
    }
    bool null = value->kind == WORD && strcmp(value->text, "null") == 0;
    if (strcmp(type, "null") == 0) {
        return null;
    }
    if (strcmp(type, "boolean") != 0) {
        die("the schema names a type that is not known", type);
    }
    return value->kind == WORD && !null;
}

static bool has_any_type(const node *value, const node *types)
{
    if (types->kind == STRING) {
        return has_type(value, types->text);
    }
    for (const node *type = types->child; type; type = type->next) {
        if (has_type(value, type->text)) {
            return true;
        }
    }
    return false;
}

static void fail(const char *place, const char *keyword)
{
    fprintf(stderr, "validate: %s: %s is not met\n", place, keyword);
    exit(1);
}

static void validate(const node *value, const node *schema, const char *place);

static void validate_members(const node *value, const node *schema, const char *place)
{
    const node *properties = member(schema, "properties");
    const node *others = member(schema, "additionalProperties");
    char below[512];
    for (const node *n = value->child; n; n = n->next) {
        const node *property = properties ? member(properties, n->key) : NULL;
        snprintf(below, sizeof below, "%.400s.%.80s", place, n->key);
        if (property) {
            validate(n, property, below);
        } else if (others && others->kind == OBJECT) {
            validate(n, others, below);
        } else if (others && strcmp(others->text, "false") == 0) {
            fail(below, "additionalProperties");
        }
    }
}

static void validate_items(const node *value, const node *items, const char *place)
{
    char below[512];
    size_t at = 0;
    for (const node *n = value->child; n; n = n->next, at++) {
        snprintf(below, sizeof below, "%.400s[%zu]", place, at);
        validate(n, items, below);
    }
}

static bool is_among(const node *value, const node *list)
{
    for (const node *n = list->child; n; n = n->next) {
        if (equal(value, n)) {
            return true;
        }
    }
    return false;
}

static bool has_all(const node *value, const node *keys)
{
    for (const node *n = keys->child; n; n = n->next) {
        if (member(value, n->text) == NULL) {
            fprintf(stderr, "validate: %s is missing\n", n->text);
            return false;
        }
    }
    return true;
}

static bool meets(const node *value, const node *rule, const node *schema, const char *place)
{
    const char *keyword = rule->key;
    bool number = value->kind == NUMBER;
    if (strcmp(keyword, "type") == 0) {
        return has_any_type(value, rule);
    }
    if (strcmp(keyword, "const") == 0) {
        return equal(value, rule);
    }
    if (strcmp(keyword, "enum") == 0) {
        return is_among(value, rule);
    }
    if (strcmp(keyword, "minimum") == 0) {
        return !number || strtod(value->text, NULL) >= strtod(rule->text, NULL);
    }
    if (strcmp(keyword, "exclusiveMinimum") == 0) {
        return !number || strtod(value->text, NULL) > strtod(rule->text, NULL);
    }
    if (strcmp(keyword, "required") == 0) {
        return value->kind != OBJECT || has_all(value, rule);
    }
    if (strcmp(keyword, "items") == 0) {
        if (value->kind == ARRAY) {
            validate_items(value, rule, place);
        }
        return true;
    }
    if (strcmp(keyword, "properties") == 0 || strcmp(keyword, "additionalProperties") == 0) {
        if (value->kind == OBJECT) {
            validate_members(value, schema, place);
        }
        return true;
    }
    if (strcmp(keyword, "description") && strcmp(keyword, "title") && strcmp(keyword, "$schema")) {
        die("the schema has a keyword that is not known", keyword);
    }
    return true;
}

static void validate(const node *value, const node *schema, const char *place)
{
    for (const node *rule = schema->child; rule; rule = rule->next) {
        if (!meets(value, rule, schema, place)) {
            fail(place, rule->key);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: validate SCHEMA FILE\n", stderr);
        return 2;
    }
    node *schema = read_file(argv[1]), *file = read_file(argv[2]);
    validate(file, schema, "$");
    forget(schema);
    forget(file);
    printf("%s: valid\n", argv[2]);
    return 0;
}
