/* The internal part of the SDK. `pulumi_wasm.c` includes all files. So all names are local to it, except for imports and exports, which begin with `pw_`,
 * and the names that compilers prescribe. */
#ifndef PULUMI_WASM_INTERNAL_H
#define PULUMI_WASM_INTERNAL_H

/* See there. */
#define PW_NONNULL(...)
#include "../pulumi_wasm.h"

#include <stdarg.h>

/* The functions between these are free of the sanitizer's checks, which take as much time as the work itself. They get no pointer from an author. */
#ifdef __clang__
#define FAST_PART_BEGINS _Pragma("clang attribute push(__attribute__((no_sanitize(\"undefined\"))), apply_to = function)")
#define FAST_PART_ENDS _Pragma("clang attribute pop")
#else
#define FAST_PART_BEGINS
#define FAST_PART_ENDS
#endif

typedef struct {
    const char *at;
    size_t length;
} text;

#define LOCAL static __attribute__((unused))

#define LITERAL(words) ((text){words, sizeof words - 1})

/* --- arena.c --- */

typedef struct block block;

/* Memory in blocks, given back as a whole. */
typedef struct {
    block *newest;
} arena;

/* The memory of the call, and the memory of the instance. */
static arena of_call, of_instance __attribute__((unused));
/* The arena that `take` takes from. */
static arena *current = &of_call;
LOCAL void *take(size_t size);
LOCAL void *take_aligned(arena *from, size_t size, size_t alignment);
LOCAL void release(arena *which);
/* Takes more memory behind the memory that was taken last. False if other memory was taken after it, or the block has no room. */
LOCAL bool extended(const char *end, size_t more);
/* A place in the memory of the call. `rewind_to` gives back everything that was taken since. */
typedef struct {
    block *newest;
    size_t used;
} mark;
LOCAL mark marked(void);
LOCAL void rewind_to(mark place);
LOCAL text text_of(const char *words);
LOCAL text copied(const char *at, size_t length);
/* A copy that ends with a zero byte. */
LOCAL const char *ended(text words);
/* A text for a reader, who sees a null pointer as `(null)`; and one for the program, in which a null pointer ends the call. */
LOCAL text printed(const char *format, va_list arguments);
LOCAL text printed_value(const char *format, va_list arguments);
/* Ends the process with a message about the SDK's use. */
LOCAL _Noreturn void give_up(const char *format, ...) PW_FORMAT(1, 2);

/* --- values.c --- */

typedef struct {
    text key;
    const pw_value *value;
} member;

struct pw_value {
    uint8_t kind;
    bool is_secret, is_unrecordable;
    union {
        bool flag;
        double number;
        text text;
        struct {
            const pw_value **elements;
            size_t count, capacity;
        } list;
        /* Maps, references, assets and archives. */
        struct {
            member *members;
            size_t count, capacity;
        } map;
    };
};

LOCAL pw_value *new_value(pw_kind kind);
LOCAL pw_value *new_text(text words);
LOCAL bool has_members(const pw_value *value);
LOCAL const pw_value *get(const pw_value *map, text key);
LOCAL void put(pw_value *map, text key, const pw_value *value);
LOCAL bool same(text left, text right);
/* Whether the call that runs has read an unknown value. */
static bool has_read_unknown;

/* --- json_read.c, json_write.c --- */

#define SIGNATURE "4dabf18193072939515e22adb298388d"
#define SECRET "1b47061264138c4ac30d75fd1eb44270"
#define REFERENCE "5cf8f73096256a8f31e491e813e4eb8e"
#define ASSET "c44067f5952c0a294b673a41bacd8c17"
#define ARCHIVE "0def7320c3a5731c473e5ecbe6d01bc7"
#define OUTPUT "d0e6a833031e9bbcd3f4e8bde6ca49a4"
#define UNKNOWN "04da6b54-80e4-46f7-96ec-b56ff0331ba9"

enum { DEEPEST = 100 };

/* The powers of ten that the reader and the writer need. All are exact as doubles. */
static const double TENS[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
/* The first letter that a text of JSON does not have as it is: a quotation mark, a backslash or a control character. */
LOCAL const char *plain_end(const char *at, const char *end);
/* Reads JSON of the host, with Pulumi's forms, and changes it: the texts in it become the texts of the values. NULL if it is not JSON. */
LOCAL pw_value *read_json(text json);
/* Writes a value for the host. If Pulumi cannot hold a number in it, `fault` says so, with the number's path: then the text is not to be sent. */
LOCAL text write_json(const pw_value *value, text *fault);

/* --- call.c --- */

typedef struct {
    text path, reason;
} failure;

typedef struct {
    const char *path;
    pw_difference_kind kind;
} difference;

typedef struct {
    const char *id, *name;
} found;

typedef struct {
    pw_operation operation;
    const pw_view *old, *made;
} step;

/* A list that grows in the memory of the call. */
#define GROWING(type) \
    struct { \
        type *at; \
        size_t count, capacity; \
    }
#define GROW(list, ...) (grow((void **)&(list).at, &(list).count, &(list).capacity, sizeof *(list).at), (list).at[(list).count++] = (__VA_ARGS__))
LOCAL void grow(void **at, size_t *count, size_t *capacity, size_t size);

struct pw_state {
    text id;
    pw_error error;
    text message;
    GROWING(failure) failures;
    GROWING(text) reasons;
    GROWING(difference) differences;
    GROWING(found) found;
    GROWING(step) steps;
    text next_page;
    bool is_gone, is_check;
    /* Whether the answer has failures, so that the error `PW_INVALID` becomes one. */
    bool has_failures;
    /* Whether a declaration has failed, and the result of a callback. */
    bool has_failed_declaration;
    const pw_value *result;
};

/* The outputs that the answer of `create`, `update` and `resume` begins with. */
LOCAL pw_value *beginning_of_outputs(const pw_call *call);
/* Notes the error of a function that failed, and returns false. */
LOCAL bool failed(pw_call *call, pw_error error, text message);

/* --- answer.c --- */

LOCAL void begin_check(pw_call *call);
LOCAL void begin_read(pw_call *call);
LOCAL void begin_migrate(pw_call *call);
LOCAL void begin_function(pw_call *call);
/* Runs a hook. False if it failed: then the call has the error. The failures of a check or a function are an answer. */
LOCAL bool pw_run(pw_call *call, pw_hook *hook, const char *name);
/* Whether `create` set an id. If not, the call has the error. */
LOCAL bool has_new_id(pw_call *call);
/* Writes the answer of a call that changes nothing. False if Pulumi cannot hold a value: then the call has the error. */
LOCAL bool write_answer(const pw_value *values, text *to, pw_call *call);
/* The outputs that Pulumi can hold, as JSON, with the names of the others and the reasons. */
typedef struct {
    text outputs;
    GROWING(text) names;
    GROWING(text) reasons;
} recorded;
LOCAL recorded record_outputs(const pw_value *outputs);

/* --- declare.c --- */

/* Writes a map of a declaration, or the source of a computation. `part` and `of` name it in the error. False if Pulumi cannot hold a value in it, or a
 * declaration has failed before: then the call has the error, and nothing more is declared. */
LOCAL bool write_part(pw_call *call, const pw_value *map, const char *part, const char *of, text *to);
LOCAL bool write_source(pw_call *call, const pw_value *source, const char *place, text *to);

/* --- describe.c --- */

/* The manifest with the hooks of the tables. */
LOCAL text describe(void);
/* The hooks of a type or a function; NULL if the tables do not have it. */
LOCAL const pw_resource *resource_of(text token);
LOCAL const pw_function *function_of(text token);
LOCAL const pw_properties *properties_of(text token);

#endif
