/* Values of properties. */
#include "internal.h"

pw_value *new_value(pw_kind kind) {
    pw_value *made = take_aligned(current, sizeof *made, 8);
    *made = (pw_value){.kind = (uint8_t)kind};
    return made;
}

pw_value *new_text(text words) {
    pw_value *made = new_value(PW_TEXT);
    made->text = words;
    return made;
}

bool same(text left, text right) {
    return left.length == right.length && (left.length == 0 || memcmp(left.at, right.at, left.length) == 0);
}

/* --- looking --------------------------------------------------------------------------------------------------- */

pw_kind pw_kind_of(const pw_value *value) {
    return value == NULL ? PW_ABSENT : (pw_kind)value->kind;
}

bool pw_is_secret(const pw_value *value) {
    return value != NULL && value->is_secret;
}

bool has_members(const pw_value *value) {
    return value != NULL && (value->kind == PW_MAP || value->kind >= PW_ASSET);
}

bool pw_is_known(const pw_value *value) {
    if (value == NULL) return true;
    if (value->kind == PW_UNKNOWN) return false;
    size_t count = pw_count(value);
    for (size_t index = 0; index < count; index++)
        if (!pw_is_known(pw_at(value, index))) return false;
    return true;
}

/* The value if it has this kind. Reading an unknown value is noted. */
static const pw_value *of_kind(const pw_value *value, pw_kind kind) {
    if (value != NULL && value->kind == PW_UNKNOWN) has_read_unknown = true;
    return value != NULL && value->kind == kind ? value : NULL;
}

const char *pw_string(const pw_value *value) {
    const pw_value *found = of_kind(value, PW_TEXT);
    return found == NULL ? "" : found->text.at;
}

size_t pw_length(const pw_value *value) {
    const pw_value *found = of_kind(value, PW_TEXT);
    return found == NULL ? 0 : found->text.length;
}

size_t pw_characters(const pw_value *value) {
    const pw_value *found = of_kind(value, PW_TEXT);
    size_t count = 0;
    for (size_t index = 0; found != NULL && index < found->text.length; index++)
        count += (found->text.at[index] & 0xC0) != 0x80;
    return count;
}

double pw_double(const pw_value *value) {
    const pw_value *found = of_kind(value, PW_NUMBER);
    return found == NULL ? 0 : found->number;
}

int64_t pw_int64(const pw_value *value) {
    double number = pw_double(value);
    if (!(number >= -9223372036854775808.0)) return INT64_MIN;
    if (number >= 9223372036854775808.0) return INT64_MAX;
    return (int64_t)number;
}

bool pw_flag(const pw_value *value) {
    const pw_value *found = of_kind(value, PW_BOOL);
    return found != NULL && found->flag;
}

size_t pw_count(const pw_value *value) {
    if (value != NULL && value->kind == PW_UNKNOWN) has_read_unknown = true;
    if (has_members(value)) return value->map.count;
    return value != NULL && value->kind == PW_LIST ? value->list.count : 0;
}

const pw_value *pw_at(const pw_value *value, size_t index) {
    if (index >= pw_count(value)) return NULL;
    return value->kind == PW_LIST ? value->list.elements[index] : value->map.members[index].value;
}

const char *pw_key(const pw_value *map, size_t index) {
    return has_members(map) && index < map->map.count ? map->map.members[index].key.at : NULL;
}

size_t pw_key_length(const pw_value *map, size_t index) {
    return has_members(map) && index < map->map.count ? map->map.members[index].key.length : 0;
}

const pw_value *get(const pw_value *map, text key) {
    for (size_t index = 0; has_members(map) && index < map->map.count; index++)
        if (same(map->map.members[index].key, key)) return map->map.members[index].value;
    return NULL;
}

/* The key of an author. Zig passes a null pointer without a check. */
static text key_of(const char *key) {
    if (key == NULL) give_up("a key of a map is a null pointer");
    return text_of(key);
}

const pw_value *pw_get(const pw_value *map, const char *key) {
    if (map != NULL && map->kind == PW_UNKNOWN) has_read_unknown = true;
    return get(map, key_of(key));
}

const char *pw_text(const pw_value *map, const char *key) {
    return pw_string(pw_get(map, key));
}

double pw_number(const pw_value *map, const char *key) {
    return pw_double(pw_get(map, key));
}

int64_t pw_integer(const pw_value *map, const char *key) {
    return pw_int64(pw_get(map, key));
}

bool pw_bool(const pw_value *map, const char *key) {
    return pw_flag(pw_get(map, key));
}

const char *pw_optional_text(const pw_value *map, const char *key) {
    const pw_value *found = of_kind(pw_get(map, key), PW_TEXT);
    return found == NULL ? NULL : found->text.at;
}

const double *pw_optional_number(const pw_value *map, const char *key) {
    const pw_value *found = of_kind(pw_get(map, key), PW_NUMBER);
    return found == NULL ? NULL : &found->number;
}

const int64_t *pw_optional_integer(const pw_value *map, const char *key) {
    const pw_value *found = of_kind(pw_get(map, key), PW_NUMBER);
    if (found == NULL) return NULL;
    int64_t *made = take(sizeof *made);
    *made = pw_int64(found);
    return made;
}

const bool *pw_optional_bool(const pw_value *map, const char *key) {
    const pw_value *found = of_kind(pw_get(map, key), PW_BOOL);
    return found == NULL ? NULL : &found->flag;
}

/* --- making ---------------------------------------------------------------------------------------------------- */

pw_value *pw_new_null(void) {
    return new_value(PW_NULL);
}

pw_value *pw_new_bool(bool value) {
    pw_value *made = new_value(PW_BOOL);
    made->flag = value;
    return made;
}

pw_value *pw_new_number(double value) {
    pw_value *made = new_value(PW_NUMBER);
    made->number = value;
    return made;
}

/* A larger integer may change its value as a double. */
static const int64_t LARGEST_EXACT = INT64_C(1) << 53;

pw_value *pw_new_integer(int64_t value) {
    if (value >= -LARGEST_EXACT && value <= LARGEST_EXACT) return pw_new_number((double)value);
    pw_value *made = new_value(PW_NUMBER);
    made->is_unrecordable = true;
    made->text = text_of(pw_printf("%lld", (long long)value));
    return made;
}

pw_value *pw_new_text(const char *words) {
    return pw_new_bytes(words, strlen(words));
}

pw_value *pw_new_bytes(const char *words, size_t length) {
    return new_text(copied(words, length));
}

pw_value *pw_new_unknown(void) {
    return new_value(PW_UNKNOWN);
}

pw_value *pw_new_list(void) {
    return new_value(PW_LIST);
}

pw_value *pw_new_map(void) {
    return new_value(PW_MAP);
}

pw_value *pw_new_asset(const char *words) {
    pw_value *made = new_value(PW_ASSET);
    put(made, LITERAL("text"), pw_new_text(words));
    return made;
}

pw_value *pw_output(pw_node node, const char *path) {
    pw_value *made = pw_new_map();
    put(made, LITERAL(SIGNATURE), new_text(LITERAL(OUTPUT)));
    put(made, LITERAL("handle"), pw_new_number(node));
    if (path != NULL) put(made, LITERAL("path"), pw_new_text(path));
    return made;
}

pw_value *pw_copy(const pw_value *value) {
    if (value == NULL) return NULL;
    pw_value *made = take(sizeof *made);
    *made = *value;
    if (has_members(value)) {
        made->map.members = take(value->map.count * sizeof *made->map.members);
        made->map.capacity = value->map.count;
        if (value->map.count > 0) memcpy(made->map.members, value->map.members, value->map.count * sizeof *made->map.members);
    } else if (value->kind == PW_LIST) {
        made->list.elements = take(value->list.count * sizeof *made->list.elements);
        made->list.capacity = value->list.count;
        if (value->list.count > 0)
            memcpy(made->list.elements, value->list.elements, value->list.count * sizeof *made->list.elements);
    }
    return made;
}

pw_value *pw_secret(const pw_value *value) {
    pw_value *made = value == NULL ? pw_new_null() : pw_copy(value);
    made->is_secret = true;
    return made;
}

void pw_append(pw_value *list, const pw_value *value) {
    if (pw_kind_of(list) != PW_LIST) give_up("`pw_append` needs a list");
    grow((void **)&list->list.elements, &list->list.count, &list->list.capacity, sizeof *list->list.elements);
    list->list.elements[list->list.count++] = value == NULL ? pw_new_null() : value;
}

static void drop(pw_value *map, size_t index) {
    map->map.count--;
    for (; index < map->map.count; index++) map->map.members[index] = map->map.members[index + 1];
}

void put(pw_value *map, text key, const pw_value *value) {
    if (!has_members(map)) give_up("`%.*s` cannot be put into a value that is not a map", (int)key.length, key.at);
    for (size_t index = 0; index < map->map.count; index++) {
        if (!same(map->map.members[index].key, key)) continue;
        if (value == NULL) {
            drop(map, index);
        } else {
            map->map.members[index].value = value;
        }
        return;
    }
    if (value == NULL) return;
    grow((void **)&map->map.members, &map->map.count, &map->map.capacity, sizeof *map->map.members);
    map->map.members[map->map.count++] = (member){key, value};
}

void pw_put(pw_value *map, const char *key, const pw_value *value) {
    text given = key_of(key);
    put(map, copied(given.at, given.length), value);
}
