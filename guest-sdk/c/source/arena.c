/* Memory that is given back as a whole. */
#include "internal.h"

#include <stdio.h>

FAST_PART_BEGINS

enum { FIRST_BLOCK = 16 * 1024 };

struct block {
    block *next;
    size_t size, used;
    _Alignas(16) char bytes[];
};

void *take_aligned(arena *from, size_t size, size_t alignment) {
    block *newest = from->newest;
    size_t start = newest == NULL ? 0 : (newest->used + alignment - 1) & ~(alignment - 1);
    if (newest == NULL || start > newest->size || newest->size - start < size) {
        size_t wanted = newest == NULL ? FIRST_BLOCK : newest->size * 2;
        if (wanted > 1024 * 1024) wanted = 1024 * 1024;
        if (wanted < size + 16) wanted = size + 16;
        block *made = malloc(sizeof *made + wanted);
        if (made == NULL) give_up("the component's memory does not suffice for %zu bytes", size);
        *made = (block){.next = newest, .size = wanted};
        from->newest = newest = made;
        start = 0;
    }
    newest->used = start + size;
    return newest->bytes + start;
}

bool extended(const char *end, size_t more) {
    block *newest = current->newest;
    if (newest->bytes + newest->used != end || newest->size - newest->used < more) return false;
    newest->used += more;
    return true;
}

FAST_PART_ENDS

/* Keeps the first block, which nearly every call can do with. */
void release(arena *which) {
    block *at = which->newest;
    while (at != NULL && at->next != NULL) {
        block *next = at->next;
        free(at);
        at = next;
    }
    if (at != NULL) at->used = 0;
    which->newest = at;
}

mark marked(void) {
    block *newest = of_call.newest;
    return (mark){newest, newest == NULL ? 0 : newest->used};
}

void rewind_to(mark place) {
    if (place.newest == NULL) return;
    while (of_call.newest != place.newest) {
        block *next = of_call.newest->next;
        free(of_call.newest);
        of_call.newest = next;
    }
    place.newest->used = place.used;
}

void *take(size_t size) {
    void *made = take_aligned(current, size, 8);
    if (size > 0) memset(made, 0, size);
    return made;
}

void *pw_take(size_t size) {
    return take(size);
}

text text_of(const char *words) {
    return words == NULL ? LITERAL("") : (text){words, strlen(words)};
}

text copied(const char *at, size_t length) {
    char *made = take_aligned(current, length + 1, 1);
    if (length > 0) memcpy(made, at, length);
    made[length] = 0;
    return (text){made, length};
}

const char *ended(text words) {
    return copied(words.at, words.length).at;
}

text printed(const char *format, va_list arguments) {
    char most[256];
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(most, sizeof most, format, again);
    va_end(again);
    if (length < 0) return LITERAL("");
    if ((size_t)length < sizeof most) return copied(most, (size_t)length);
    char *made = take_aligned(current, (size_t)length + 1, 1);
    vsnprintf(made, (size_t)length + 1, format, arguments);
    return (text){made, (size_t)length};
}

/* A number of a conversion: behind it, the format. Takes the argument of `*`. */
static const char *read_width(const char *at, int *width, va_list *arguments) {
    if (*at == '*') {
        *width = va_arg(*arguments, int);
        return at + 1;
    }
    for (*width = 0; *at >= '0' && *at <= '9'; at++) *width = *width * 10 + (*at - '0');
    return at;
}

/* Whether a `%s` of the format has a null pointer, which the C library would print as `(null)`. */
static bool has_null_text(const char *at, va_list *arguments) {
    for (; *at != 0; at++) {
        if (*at != '%') continue;
        int width, precision = -1;
        at++;
        while (*at != 0 && strchr("-+ #0", *at) != NULL) at++;
        at = read_width(at, &width, arguments);
        if (*at == '.') at = read_width(at + 1, &precision, arguments);
        int longs = 0;
        for (; *at != 0 && strchr("hljztL", *at) != NULL; at++) longs += *at == 'l' ? 1 : *at == 'j' || *at == 'L' ? 2 : 0;
        switch (*at) {
        case 's':
            if (va_arg(*arguments, const char *) == NULL && precision != 0) return true;
            break;
        case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'c':
            if (longs > 1) (void)va_arg(*arguments, long long);
            else if (longs == 1 || at[-1] == 'z' || at[-1] == 't') (void)va_arg(*arguments, long);
            else (void)va_arg(*arguments, int);
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (longs > 1) (void)va_arg(*arguments, long double);
            else (void)va_arg(*arguments, double);
            break;
        case 'p': (void)va_arg(*arguments, void *); break;
        case '%': break;
        default: return false;
        }
    }
    return false;
}

text printed_value(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    bool is_wrong = has_null_text(format, &again);
    va_end(again);
    if (is_wrong) give_up("a null pointer was given for `%%s` in the format `%s`", format);
    return printed(format, arguments);
}

const char *pw_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text made = printed_value(format, arguments);
    va_end(arguments);
    return made.at;
}
