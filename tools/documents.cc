// tools/documents.cc - finds the values under keys in JSON documents; simdjson reads what is round.
#include "tools/documents.h"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <cstring>
#include <string_view>
#include <utility>

namespace
{
namespace ondemand = simdjson::ondemand;
using simdjson::error_code;

static_assert(INPUT_SLACK >= simdjson::SIMDJSON_PADDING, "bytes readable behind a document");

// How far each path is matched by the keys above a value: the rest of it, or nullptr where it is
// not.
struct state {
    const char *rest[KEYS_MOST];
};

struct walk {
    part *p;
    const char *text; // of the part
    size_t found;
};

// Takes `key` off the front of a path, in which "\." is a dot of a key. Returns what is left (""
// where the path ends here), or nullptr.
const char *match_key(const char *path, std::string_view key)
{
    for (char byte : key) {
        path += path[0] == '\\' && path[1] == '.' ? 1 : path[0] == '.' ? strlen(path) : 0;
        if (*path == 0 || *path != byte) {
            return nullptr;
        }
        path++;
    }
    return *path == 0 ? path : *path == '.' ? path + 1 : nullptr;
}

// A value found: it stands in the view where it stands in the text, on a line of its own.
void show(walk *w, std::string_view raw)
{
    while (!raw.empty() && strchr(" \t\r\n", raw.back()) != nullptr) {
        raw.remove_suffix(1);
    }
    size_t at = static_cast<size_t>(raw.data() - w->text);
    char *place = w->p->view.data + at;
    memcpy(place, raw.data(), raw.size());
    for (size_t i = 0; i < raw.size(); i++) {
        place[i] = place[i] == '\n' || place[i] == '\r' ? ' ' : place[i];
    }
    if (at + raw.size() < w->p->view.len) {
        place[raw.size()] = '\n'; // where "," or "}" or a blank stood
    }
    w->found++;
}

error_code take(walk *w, ondemand::value value)
{
    ondemand::json_type type;
    std::string_view raw;
    error_code error = value.type().get(type);
    if (error != simdjson::SUCCESS) {
        return error;
    }
    if (type == ondemand::json_type::array) {
        ondemand::array array;
        error = value.get_array().get(array);
        error = error != simdjson::SUCCESS ? error : array.raw_json().get(raw);
    } else if (type == ondemand::json_type::object) {
        ondemand::object object;
        error = value.get_object().get(object);
        error = error != simdjson::SUCCESS ? error : object.raw_json().get(raw);
    } else {
        raw = value.raw_json_token();
    }
    if (error == simdjson::SUCCESS) {
        show(w, raw);
    }
    return error;
}

error_code walk_value(walk *w, ondemand::value value, const state &above);

error_code walk_object(walk *w, ondemand::object object, const state &above)
{
    for (simdjson::simdjson_result<ondemand::field> item : object) {
        ondemand::field field;
        std::string_view key;
        error_code error = std::move(item).get(field);
        error = error != simdjson::SUCCESS ? error : field.unescaped_key().get(key);
        if (error != simdjson::SUCCESS) {
            return error;
        }
        state here = {};
        bool wanted = false, further = false;
        for (size_t i = 0; i < w->p->opts->key_count; i++) {
            here.rest[i] = above.rest[i] != nullptr ? match_key(above.rest[i], key) : nullptr;
            wanted |= here.rest[i] != nullptr && *here.rest[i] == 0;
            further |= here.rest[i] != nullptr;
        }
        if (wanted) {
            error = take(w, field.value());
        } else if (further) {
            error = walk_value(w, field.value(), here);
        }
        if (error != simdjson::SUCCESS) {
            return error;
        }
    }
    return simdjson::SUCCESS;
}

// A path goes through arrays as if they were not there.
error_code walk_array(walk *w, ondemand::array array, const state &above)
{
    for (simdjson::simdjson_result<ondemand::value> item : array) {
        ondemand::value value;
        error_code error = std::move(item).get(value);
        error = error != simdjson::SUCCESS ? error : walk_value(w, value, above);
        if (error != simdjson::SUCCESS) {
            return error;
        }
    }
    return simdjson::SUCCESS;
}

error_code walk_value(walk *w, ondemand::value value, const state &above)
{
    ondemand::json_type type;
    error_code error = value.type().get(type);
    if (error != simdjson::SUCCESS) {
        return error;
    }
    if (type == ondemand::json_type::object) {
        ondemand::object object;
        error = value.get_object().get(object);
        return error != simdjson::SUCCESS ? error : walk_object(w, object, above);
    }
    if (type == ondemand::json_type::array) {
        ondemand::array array;
        error = value.get_array().get(array);
        return error != simdjson::SUCCESS ? error : walk_array(w, array, above);
    }
    return simdjson::SUCCESS;
}

error_code walk_document(walk *w, ondemand::document &document)
{
    state top = {};
    ondemand::json_type type;
    for (size_t i = 0; i < w->p->opts->key_count; i++) {
        top.rest[i] = w->p->opts->keys[i];
    }
    error_code error = document.type().get(type);
    if (error != simdjson::SUCCESS) {
        return error;
    }
    if (type == ondemand::json_type::object) {
        ondemand::object object;
        error = document.get_object().get(object);
        error = error != simdjson::SUCCESS ? error : walk_object(w, object, top);
    } else if (type == ondemand::json_type::array) {
        ondemand::array array;
        error = document.get_array().get(array);
        error = error != simdjson::SUCCESS ? error : walk_array(w, array, top);
    } else {
        return simdjson::SUCCESS; // a bare value has no keys
    }
    const char *behind = nullptr; // in bounds only where something follows
    bool more = error == simdjson::SUCCESS &&
                document.current_location().get(behind) == simdjson::SUCCESS;
    return more ? simdjson::TRAILING_CONTENT : error;
}

// Reads the document in text[at, at + len). Returns false where it is bad: p->problem, p->bad.
bool read_document(walk *w, ondemand::parser &parser, size_t at, size_t len)
{
    part *p = w->p;
    ondemand::document document;
    const char *place = nullptr;
    simdjson::padded_string_view text(w->text + at, len, len + simdjson::SIMDJSON_PADDING);
    error_code error = parser.iterate(text).get(document);
    bool begun = error == simdjson::SUCCESS;
    error = begun ? walk_document(w, document) : error;
    if (error == simdjson::SUCCESS) {
        return true;
    }
    p->bad = at;
    if (begun && document.current_location().get(place) == simdjson::SUCCESS &&
        place >= w->text + at && place < w->text + at + len) {
        p->bad = static_cast<size_t>(place - w->text);
    }
    p->problem = simdjson::error_message(error);
    return false;
}

bool is_blank(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (strchr(" \t\r\n", text[i]) == nullptr) {
            return false;
        }
    }
    return true;
}

// A bad document counts as a row that is left out, but is none that can be numbered.
void forgive_document(walk *w, size_t at, size_t len)
{
    part *p = w->p;
    fault one = {};
    one.problem = p->problem;
    one.offset = p->bad;
    faults_note(&p->bad_documents, &one, w->text + p->bad, 0);
    p->problem = nullptr;
    memset(p->view.data + at, ' ', len);
}
} // namespace

bool documents_are_known(void)
{
    return true;
}

bool documents_view(part *p)
{
    static thread_local ondemand::parser parser;
    walk w = {p, input_text(&p->in), 0};
    size_t len = input_len(&p->in), next;
    p->view.len = 0;
    if (!bytes_reserve(&p->view, len + 1)) {
        return false;
    }
    p->view.len = len;
    memset(p->view.data, ' ', len);
    size_t at = p->in.offset == 0 && len >= 3 && memcmp(w.text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (; at < len; at = next + 1) {
        const void *end = p->opts->whole_document ? nullptr : memchr(w.text + at, '\n', len - at);
        next = end != nullptr ? static_cast<size_t>(static_cast<const char *>(end) - w.text) : len;
        if (next < len) {
            p->view.data[next] = '\n';
        }
        if (is_blank(w.text + at, next - at) || read_document(&w, parser, at, next - at)) {
            continue;
        }
        if (p->opts->on_error != ON_ERROR_SKIP_ROW) {
            memset(p->view.data + at, ' ', len - at);
            return true;
        }
        forgive_document(&w, at, next - at);
    }
    return true;
}
