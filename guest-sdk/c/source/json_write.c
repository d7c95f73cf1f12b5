/* Writes JSON. */
#include "internal.h"

#include <math.h>
#include <stdio.h>

FAST_PART_BEGINS

typedef struct {
    char *at;
    size_t length, capacity;
    /* NULL if the text is for somebody else than the host: then integers keep all digits. */
    text *fault;
    /* The way to the value that is written. */
    const pw_value *parents[DEEPEST + 2];
    size_t indexes[DEEPEST + 2];
    size_t depth;
} writer;

/* Makes room for this many bytes. */
static void widen(writer *to, size_t length) {
    size_t capacity = to->capacity * 2 + length + 256;
    if (to->capacity > 0 && extended(to->at + to->capacity, capacity - to->capacity)) {
        to->capacity = capacity;
        return;
    }
    char *made = take_aligned(current, capacity, 1);
    if (to->length > 0) memcpy(made, to->at, to->length);
    to->at = made;
    to->capacity = capacity;
}

static inline __attribute__((always_inline)) void write_bytes(writer *to, const char *at, size_t length) {
    if (to->capacity - to->length < length) widen(to, length);
    if (length > 0) memcpy(to->at + to->length, at, length);
    to->length += length;
}

#define WRITE(to, words) write_bytes(to, words, sizeof words - 1)

static void write_words(writer *to, const char *words) {
    write_bytes(to, words, strlen(words));
}

static void write_text(writer *to, text words) {
    WRITE(to, "\"");
    const char *at = words.at, *end = words.at + words.length;
    for (;;) {
        const char *plain = plain_end(at, end);
        write_bytes(to, at, (size_t)(plain - at));
        if (plain == end) break;
        unsigned char letter = (unsigned char)*plain;
        char escape[7];
        snprintf(escape, sizeof escape, letter < 0x20 ? "\\u%04x" : "\\%c", letter);
        write_words(to, escape);
        at = plain + 1;
    }
    WRITE(to, "\"");
}

/* The path of the value that is written, such as `rules[0].port`. */
static const char *path_of(const writer *to) {
    const char *path = "";
    for (size_t depth = 0; depth < to->depth; depth++) {
        const pw_value *parent = to->parents[depth];
        if (parent->kind == PW_LIST) {
            path = pw_printf("%s[%zu]", path, to->indexes[depth]);
        } else {
            text key = parent->map.members[to->indexes[depth]].key;
            path = pw_printf("%s%s%.*s", path, *path == 0 ? "" : ".", (int)key.length, key.at);
        }
    }
    return path;
}

static void refuse_number(writer *to, const char *format, const char *shown) {
    const char *reason = pw_printf(format, shown);
    if (to->fault == NULL) give_up("`pw_write` cannot write a value: %s: %s", path_of(to), reason);
    if (to->fault->length > 0) return;
    *to->fault = text_of(*path_of(to) == 0 ? reason : pw_printf("%s: %s", path_of(to), reason));
}

/* Writes a number of whole parts of a power of ten. */
static void write_decimal(writer *to, bool is_negative, uint64_t parts, size_t fraction) {
    char digits[24], *at = digits + sizeof digits;
    size_t count = 0;
    do {
        if (count > 0 && count == fraction) *--at = '.';
        *--at = (char)('0' + parts % 10);
        parts /= 10;
        count++;
    } while (parts > 0 || count <= fraction);
    if (is_negative) *--at = '-';
    write_bytes(to, at, (size_t)(digits + sizeof digits - at));
}

static void write_number(writer *to, double number) {
    char shown[32];
    if (!isfinite(number)) {
        const char *format = to->fault == NULL ? "%s is not a number of JSON" : "%s is not a number that Pulumi can hold";
        refuse_number(to, format, isnan(number) ? "NaN" : "infinity");
        WRITE(to, "0");
        return;
    }
    /* A number with few digits is the quotient of two numbers that are exact as doubles. */
    double size = fabs(number);
    for (size_t fraction = 0; size < 1e9 && fraction <= 6 && !(number == 0 && signbit(number)); fraction++) {
        uint64_t parts = (uint64_t)(size * TENS[fraction] + 0.5);
        if ((double)parts / TENS[fraction] != size) continue;
        write_decimal(to, number < 0, parts, fraction);
        return;
    }
    snprintf(shown, sizeof shown, "%.15g", number);
    if (strtod(shown, NULL) != number) snprintf(shown, sizeof shown, "%.17g", number);
    write_words(to, shown);
}

static void write_value(writer *to, const pw_value *value);

static void write_inner(writer *to, const pw_value *parent, size_t index, const pw_value *value) {
    if (to->depth > DEEPEST) give_up("values nest at most %d levels deep", DEEPEST);
    to->parents[to->depth] = parent;
    to->indexes[to->depth++] = index;
    write_value(to, value);
    to->depth--;
}

static void write_members(writer *to, const pw_value *value, const char *signature) {
    WRITE(to, "{");
    if (signature != NULL) {
        WRITE(to, "\"" SIGNATURE "\":\"");
        write_words(to, signature);
        WRITE(to, "\"");
    }
    for (size_t index = 0; index < value->map.count; index++) {
        if (index > 0 || signature != NULL) WRITE(to, ",");
        write_text(to, value->map.members[index].key);
        WRITE(to, ":");
        write_inner(to, value, index, value->map.members[index].value);
    }
    WRITE(to, "}");
}

static void write_open(writer *to, const pw_value *value) {
    switch ((pw_kind)value->kind) {
    case PW_ABSENT:
    case PW_NULL: WRITE(to, "null"); break;
    case PW_BOOL: write_words(to, value->flag ? "true" : "false"); break;
    case PW_NUMBER:
        if (value->is_unrecordable && to->fault == NULL) {
            write_words(to, value->text.at);
        } else if (value->is_unrecordable) {
            refuse_number(to, "%s is too large to be an exact number in Pulumi", value->text.at);
            WRITE(to, "0");
        } else {
            write_number(to, value->number);
        }
        break;
    case PW_TEXT: write_text(to, value->text); break;
    case PW_UNKNOWN: WRITE(to, "\"" UNKNOWN "\""); break;
    case PW_LIST:
        WRITE(to, "[");
        for (size_t index = 0; index < value->list.count; index++) {
            if (index > 0) WRITE(to, ",");
            write_inner(to, value, index, value->list.elements[index]);
        }
        WRITE(to, "]");
        break;
    case PW_MAP: write_members(to, value, NULL); break;
    case PW_ASSET: write_members(to, value, ASSET); break;
    case PW_ARCHIVE: write_members(to, value, ARCHIVE); break;
    case PW_REFERENCE: write_members(to, value, REFERENCE); break;
    }
}

static void write_value(writer *to, const pw_value *value) {
    if (value->is_secret) {
        WRITE(to, "{\"" SIGNATURE "\":\"" SECRET "\",\"value\":");
        write_open(to, value);
        WRITE(to, "}");
    } else {
        write_open(to, value);
    }
}

text write_json(const pw_value *value, text *fault) {
    writer to;
    to.at = NULL;
    to.length = to.capacity = to.depth = 0;
    to.fault = fault;
    if (value == NULL) {
        WRITE(&to, "null");
    } else {
        write_value(&to, value);
    }
    write_bytes(&to, "", 1);
    return (text){to.at, to.length - 1};
}

const char *pw_write(const pw_value *value) {
    return write_json(value, NULL).at;
}

FAST_PART_ENDS
