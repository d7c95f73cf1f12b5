/* Reads JSON. */
#include "internal.h"

#include <math.h>

FAST_PART_BEGINS

typedef struct {
    const char *at, *end;
    /* `is_ours`: the JSON itself may be changed, so that texts stay where they are. */
    bool with_forms, is_ours, is_wrong;
} reader;

static pw_value *read_value(reader *from, int depth);

const char *plain_end(const char *at, const char *end) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* Eight letters at once. A letter that ends the text sets the high bit of its byte; so may letters behind it. */
    const uint64_t ones = 0x0101010101010101, highs = ones << 7;
    for (; end - at >= 8; at += 8) {
        uint64_t letters;
        memcpy(&letters, at, sizeof letters);
        uint64_t quotes = letters ^ ones * '"', backslashes = letters ^ ones * '\\';
        uint64_t found = ((quotes - ones) & ~quotes) | ((backslashes - ones) & ~backslashes) | ((letters - ones * 0x20) & ~letters);
        if ((found & highs) != 0) return at + __builtin_ctzll(found & highs) / 8;
    }
#endif
    while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20) at++;
    return at;
}

static void *wrong(reader *from) {
    from->is_wrong = true;
    from->at = from->end;
    return NULL;
}

static void skip_space(reader *from) {
    while (from->at < from->end && (*from->at == ' ' || *from->at == '\n' || *from->at == '\t' || *from->at == '\r')) from->at++;
}

/* Whether this letter comes next; then it is read. */
static bool is_next(reader *from, char letter) {
    skip_space(from);
    if (from->at >= from->end || *from->at != letter) return false;
    from->at++;
    return true;
}

static bool read_word(reader *from, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(from->end - from->at) < length || memcmp(from->at, word, length) != 0) return false;
    from->at += length;
    return true;
}

/* Four hexadecimal digits; -1 if they are not there. */
static int32_t read_unit(reader *from) {
    int32_t unit = 0;
    if (from->end - from->at < 4) return -1;
    for (int count = 0; count < 4; count++) {
        char letter = *from->at++;
        int32_t digit = letter >= '0' && letter <= '9'   ? letter - '0'
                        : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                        : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                                         : -1;
        if (digit < 0) return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static char *put_character(char *to, uint32_t character) {
    if (character < 0x80) {
        *to++ = (char)character;
    } else if (character < 0x800) {
        *to++ = (char)(0xC0 | character >> 6);
        *to++ = (char)(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
        *to++ = (char)(0xE0 | character >> 12);
        *to++ = (char)(0x80 | (character >> 6 & 0x3F));
        *to++ = (char)(0x80 | (character & 0x3F));
    } else {
        *to++ = (char)(0xF0 | character >> 18);
        *to++ = (char)(0x80 | (character >> 12 & 0x3F));
        *to++ = (char)(0x80 | (character >> 6 & 0x3F));
        *to++ = (char)(0x80 | (character & 0x3F));
    }
    return to;
}

/* Reads an escape behind its backslash; NULL if it is not one. */
static char *read_escape(reader *from, char *to) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (from->at >= from->end) return NULL;
    char letter = *from->at++;
    const char *found = letter == 0 ? NULL : strchr(letters, letter);
    if (found != NULL) {
        *to++ = meant[found - letters];
        return to;
    }
    if (letter != 'u') return NULL;
    int32_t unit = read_unit(from);
    if (unit < 0 || (unit >= 0xDC00 && unit < 0xE000)) return NULL;
    if (unit < 0xD800 || unit >= 0xE000) return put_character(to, (uint32_t)unit);
    if (!read_word(from, "\\u")) return NULL;
    int32_t second = read_unit(from);
    if (second < 0xDC00 || second >= 0xE000) return NULL;
    return put_character(to, 0x10000 + (((uint32_t)unit - 0xD800) << 10) + ((uint32_t)second - 0xDC00));
}

/* Reads a text with escapes. It is never longer than its JSON. */
static text read_escaped(reader *from) {
    const char *end = from->at;
    while (end < from->end && *end != '"') end += *end == '\\' ? 2 : 1;
    if (end >= from->end) return wrong(from), LITERAL("");
    char *made = take_aligned(current, (size_t)(end - from->at) + 1, 1), *to = made;
    while (from->at < from->end && *from->at != '"') {
        char letter = *from->at++;
        if ((unsigned char)letter < 0x20) return wrong(from), LITERAL("");
        if (letter != '\\') {
            *to++ = letter;
        } else if ((to = read_escape(from, to)) == NULL) {
            return wrong(from), LITERAL("");
        }
    }
    from->at++;
    *to = 0;
    return (text){made, (size_t)(to - made)};
}

/* Reads a text behind its quotation mark. Most texts have no escapes: those are not copied if the JSON is ours, and end where their quotation mark was. */
static text read_text(reader *from) {
    const char *start = from->at, *end = plain_end(start, from->end);
    if (end >= from->end || *end != '"') return read_escaped(from);
    from->at = end + 1;
    if (!from->is_ours) return copied(start, (size_t)(end - start));
    *(char *)end = 0;
    return (text){start, (size_t)(end - start)};
}

/* Reads digits, and adds them to a number. */
static size_t read_digits(reader *from, uint64_t *number) {
    const char *start = from->at;
    while (from->at < from->end && *from->at >= '0' && *from->at <= '9') *number = *number * 10 + (uint64_t)(*from->at++ - '0');
    return (size_t)(from->at - start);
}

static pw_value *read_number(reader *from) {
    const char *start = from->at;
    bool is_negative = *start == '-', has_exponent = false;
    uint64_t digits = 0, exponent = 0;
    size_t fraction = 0;
    if (is_negative) from->at++;
    const char *first = from->at;
    size_t count = read_digits(from, &digits);
    if (count == 0 || (count > 1 && *first == '0')) return wrong(from);
    if (from->at < from->end && *from->at == '.') {
        from->at++;
        fraction = read_digits(from, &digits);
        if (fraction == 0) return wrong(from);
    }
    if (from->at < from->end && (*from->at == 'e' || *from->at == 'E')) {
        from->at++;
        has_exponent = true;
        if (from->at < from->end && (*from->at == '+' || *from->at == '-')) from->at++;
        if (read_digits(from, &exponent) == 0) return wrong(from);
    }
    pw_value *made = new_value(PW_NUMBER);
    if (!has_exponent && count + fraction <= 15) {
        /* Both numbers are exact as doubles, so that their quotient is the nearest double. */
        double number = fraction == 0 ? (double)digits : (double)digits / TENS[fraction];
        made->number = is_negative ? -number : number;
        return made;
    }
    /* `strtod` needs an end that is not a digit. */
    made->number = strtod(copied(start, (size_t)(from->at - start)).at, NULL);
    if (!isfinite(made->number)) return wrong(from);
    return made;
}

static pw_value *read_list(reader *from, int depth) {
    pw_value *made = new_value(PW_LIST);
    if (is_next(from, ']')) return made;
    do {
        const pw_value *element = read_value(from, depth);
        if (element == NULL) return NULL;
        pw_append(made, element);
    } while (is_next(from, ','));
    return is_next(from, ']') ? made : wrong(from);
}

/* Gives an object of one of Pulumi's forms its kind. */
static pw_value *formed(pw_value *map) {
    const pw_value *signature = get(map, LITERAL(SIGNATURE));
    if (signature == NULL || signature->kind != PW_TEXT) return map;
    const pw_value *inner = get(map, LITERAL("value"));
    if (same(signature->text, LITERAL(SECRET)) && inner != NULL) return pw_secret(inner);
    if (same(signature->text, LITERAL(ASSET))) map->kind = PW_ASSET;
    else if (same(signature->text, LITERAL(ARCHIVE))) map->kind = PW_ARCHIVE;
    else if (same(signature->text, LITERAL(REFERENCE))) map->kind = PW_REFERENCE;
    else return map;
    put(map, LITERAL(SIGNATURE), NULL);
    return map;
}

static pw_value *read_map(reader *from, int depth) {
    pw_value *made = new_value(PW_MAP);
    if (is_next(from, '}')) return made;
    do {
        if (!is_next(from, '"')) return wrong(from);
        text key = read_text(from);
        if (from->is_wrong || !is_next(from, ':')) return wrong(from);
        const pw_value *value = read_value(from, depth);
        if (value == NULL) return NULL;
        if (made->map.count == made->map.capacity)
            grow((void **)&made->map.members, &made->map.count, &made->map.capacity, sizeof *made->map.members);
        made->map.members[made->map.count++] = (member){key, value};
    } while (is_next(from, ','));
    if (!is_next(from, '}')) return wrong(from);
    return from->with_forms ? formed(made) : made;
}

static pw_value *read_value(reader *from, int depth) {
    skip_space(from);
    if (from->at >= from->end || depth > DEEPEST) return wrong(from);
    switch (*from->at) {
    case '{': from->at++; return read_map(from, depth + 1);
    case '[': from->at++; return read_list(from, depth + 1);
    case '"': {
        from->at++;
        text words = read_text(from);
        if (from->is_wrong) return NULL;
        return from->with_forms && same(words, LITERAL(UNKNOWN)) ? new_value(PW_UNKNOWN) : new_text(words);
    }
    case 't': return read_word(from, "true") ? pw_new_bool(true) : wrong(from);
    case 'f': return read_word(from, "false") ? pw_new_bool(false) : wrong(from);
    case 'n': return read_word(from, "null") ? pw_new_null() : wrong(from);
    case '-':
    case '0' ... '9': return read_number(from);
    default: return wrong(from);
    }
}

static pw_value *read_all(reader from) {
    pw_value *made = read_value(&from, 1);
    skip_space(&from);
    return from.is_wrong || from.at != from.end ? NULL : made;
}

pw_value *read_json(text json) {
    return read_all((reader){.at = json.at, .end = json.at + json.length, .with_forms = true, .is_ours = true});
}

pw_value *pw_parse(const char *json, size_t length) {
    if (json == NULL) give_up("`pw_parse` got a null pointer");
    return read_all((reader){.at = json, .end = json + length});
}

FAST_PART_ENDS
