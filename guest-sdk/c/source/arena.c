/* Memory that is given back as a whole. */
#include "internal.h"

#include <stdio.h>

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
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) return LITERAL("");
    char *made = take_aligned(current, (size_t)length + 1, 1);
    vsnprintf(made, (size_t)length + 1, format, arguments);
    return (text){made, (size_t)length};
}

const char *pw_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text made = printed(format, arguments);
    va_end(arguments);
    return made.at;
}
