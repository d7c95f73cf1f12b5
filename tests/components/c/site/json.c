#include "json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The members that mark Pulumi's special values in JSON. */
#define KEY "4dabf18193072939515e22adb298388d"
#define OUTPUT "d0e6a833031e9bbcd3f4e8bde6ca49a4"
#define SECRET "1b47061264138c4ac30d75fd1eb44270"

/* A text that grows. */
struct growing {
    char *text;
    uintptr_t length;
};

static void append(struct growing *to, const char *from, uintptr_t length) {
    to->text = realloc(to->text, to->length + length + 1);
    if (to->text == NULL) abort();
    memcpy(to->text + to->length, from, length);
    to->length += length;
    to->text[to->length] = 0;
}

static void append_number(struct growing *to, uint32_t number) {
    char digits[10], *at = digits + sizeof digits;
    do *--at = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    append(to, at, (uintptr_t)(digits + sizeof digits - at));
}

char *format(const char *pattern, ...) {
    struct growing made = {NULL, 0};
    va_list values;
    va_start(values, pattern);
    append(&made, "", 0);
    for (; *pattern != 0; pattern++) {
        if (strncmp(pattern, "%s", 2) == 0) {
            const char *text = va_arg(values, const char *);
            append(&made, text, strlen(text));
            pattern++;
        } else if (strncmp(pattern, "%.*s", 4) == 0) {
            int length = va_arg(values, int);
            append(&made, va_arg(values, const char *), (uintptr_t)length);
            pattern += 3;
        } else if (strncmp(pattern, "%u", 2) == 0) {
            append_number(&made, va_arg(values, uint32_t));
            pattern++;
        } else {
            append(&made, pattern, 1);
        }
    }
    va_end(values);
    return made.text;
}

char *beginning(const char *text, uintptr_t length) {
    return format("%.*s", (int)length, text);
}

char *output(uint32_t node, const char *path) {
    if (path == NULL) return format("{\"" KEY "\":\"" OUTPUT "\",\"handle\":%u}", node);
    return format("{\"" KEY "\":\"" OUTPUT "\",\"handle\":%u,\"path\":\"%s\"}", node, path);
}

char *secret(const char *value) {
    return format("{\"" KEY "\":\"" SECRET "\",\"value\":%s}", value);
}

/* Behind a text in quotation marks. */
static const char *behind_text(const char *at) {
    for (at++; *at != '"'; at++) {
        if (*at == '\\') at++;
    }
    return at + 1;
}

/* Behind a value. */
static const char *behind(const char *at) {
    for (uint32_t depth = 0;; at++) {
        while (*at == '"') at = behind_text(at);
        if (*at == '{' || *at == '[') depth++;
        if (depth == 0 && (*at == ',' || *at == '}' || *at == ']' || *at == 0)) return at;
        if (*at == '}' || *at == ']') depth--;
    }
}

/* Where the next member or element begins, or the end of the object or list. */
static const char *next(const char *end) {
    return *end == ',' ? end + 1 : end;
}

static bool is_called(const char *key, const char *name) {
    uintptr_t length = strlen(name);
    return strncmp(key + 1, name, length) == 0 && key[length + 1] == '"';
}

char *member(const char *object, const char *name) {
    for (const char *key = object + 1; *key == '"';) {
        const char *value = behind_text(key) + 1, *end = behind(value);
        if (is_called(key, name)) return beginning(value, (uintptr_t)(end - value));
        key = next(end);
    }
    return NULL;
}

char *without(const char *object, const char *name) {
    char *made = format("{");
    for (const char *key = object + 1; *key == '"';) {
        const char *end = behind(behind_text(key) + 1);
        if (!is_called(key, name)) {
            const char *separator = made[1] == 0 ? "" : ",";
            made = format("%s%s%.*s", made, separator, (int)(end - key), key);
        }
        key = next(end);
    }
    return format("%s}", made);
}

char *with(const char *object, const char *name, const char *value) {
    char *others = without(object, name);
    uintptr_t length = strlen(others) - 1;
    const char *separator = length == 1 ? "" : ",";
    return format("%.*s%s\"%s\":%s}", (int)length, others, separator, name, value);
}

char *element(const char *list, uint32_t index) {
    const char *at = list + 1;
    for (; *at != ']'; at = next(behind(at))) {
        if (index-- == 0) return beginning(at, (uintptr_t)(behind(at) - at));
    }
    return NULL;
}

char *joined(const char *list, const char *between) {
    char *made = format("\""), *text;
    for (uint32_t index = 0; (text = element(list, index)) != NULL; index++) {
        const char *separator = index == 0 ? "" : between;
        /* Without its quotation marks; what is escaped stays so. */
        made = format("%s%s%.*s", made, separator, (int)strlen(text) - 2, text + 1);
    }
    return format("%s\"", made);
}
