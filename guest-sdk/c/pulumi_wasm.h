/* Providers for Pulumi in C, C++ and Zig.
 *
 * A provider is a manifest and hooks. `manifest.yaml` beside the source has the schema, and `pulumi-wasm build` writes `provider.h` from it, with a
 * struct and functions for each type. A hook is a function for one operation on one resource type. A table lists the hooks:
 *
 *     PW_RESOURCES({.type = GREETING, .create = create, .del = delete});
 *
 * Everything that a function here returns lives until the hook returns, except for the configuration, which lives as long as the instance.
 * Code for C17, C23, C++ and `zig translate-c`. */
#ifndef PULUMI_WASM_H
#define PULUMI_WASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The compiler checks the arguments of a format, and the sanitizer these that must not be null. The SDK itself is compiled without the promise that
 * they are not, because providers in Zig pass them without a check. */
#ifndef PW_NONNULL
#define PW_NONNULL(...) __attribute__((__nonnull__(__VA_ARGS__)))
#endif
#define PW_FORMAT(position, first) __attribute__((__format__(__printf__, position, first)))

/* --- values ---------------------------------------------------------------------------------------------------- */

/* A value of a property. A pointer that is NULL stands for a property that is not given. */
typedef struct pw_value pw_value;

typedef enum {
    PW_ABSENT, /* the pointer is NULL */
    PW_NULL,
    PW_BOOL,
    PW_NUMBER,
    PW_TEXT,
    PW_LIST,
    PW_MAP,
    PW_UNKNOWN, /* only in checks, diffs and previews */
    PW_ASSET,
    PW_ARCHIVE,
    PW_REFERENCE, /* to a resource: a map with `urn` and `id` */
} pw_kind;

pw_kind pw_kind_of(const pw_value *value);
/* Whether the value itself is secret; a value inside it may be secret all the same. */
bool pw_is_secret(const pw_value *value);
/* Whether nothing in the value is unknown. */
bool pw_is_known(const pw_value *value);

/* The content of a value. A value of another kind, and no value, give an empty text, 0 and false. A text ends with a zero byte, and may have others
 * inside: `pw_length` counts its bytes. */
const char *pw_string(const pw_value *value);
size_t pw_length(const pw_value *value);
/* The number of characters of a text. */
size_t pw_characters(const pw_value *value);
double pw_double(const pw_value *value);
int64_t pw_int64(const pw_value *value);
bool pw_flag(const pw_value *value);

/* The elements of a list, and the entries of a map in their order. */
size_t pw_count(const pw_value *value);
const pw_value *pw_at(const pw_value *value, size_t index);
const char *pw_key(const pw_value *map, size_t index);
size_t pw_key_length(const pw_value *map, size_t index);

/* The value of a key. `pw_get` gives NULL if the map does not have the key. */
const pw_value *pw_get(const pw_value *map, const char *key) PW_NONNULL(2);
const char *pw_text(const pw_value *map, const char *key) PW_NONNULL(2);
double pw_number(const pw_value *map, const char *key) PW_NONNULL(2);
int64_t pw_integer(const pw_value *map, const char *key) PW_NONNULL(2);
bool pw_bool(const pw_value *map, const char *key) PW_NONNULL(2);
/* The same for optional properties: NULL if the map does not have the key, or has another kind of value. */
const char *pw_optional_text(const pw_value *map, const char *key) PW_NONNULL(2);
const double *pw_optional_number(const pw_value *map, const char *key) PW_NONNULL(2);
const int64_t *pw_optional_integer(const pw_value *map, const char *key) PW_NONNULL(2);
const bool *pw_optional_bool(const pw_value *map, const char *key) PW_NONNULL(2);

/* New values. A number that Pulumi cannot hold, such as an integer beyond 2^53, ends the call with a message when the value is returned, saved in a
 * checkpoint or declared. */
pw_value *pw_new_null(void);
pw_value *pw_new_bool(bool value);
pw_value *pw_new_number(double value);
pw_value *pw_new_integer(int64_t value);
pw_value *pw_new_text(const char *text) PW_NONNULL(1);
pw_value *pw_new_bytes(const char *text, size_t length);
pw_value *pw_new_unknown(void);
pw_value *pw_new_list(void);
pw_value *pw_new_map(void);
/* An asset with this text. */
pw_value *pw_new_asset(const char *text) PW_NONNULL(1);
/* The same value as a secret. */
pw_value *pw_secret(const pw_value *value);
/* A copy of the value that can be changed. Its parts are shared. */
pw_value *pw_copy(const pw_value *value);
/* Changes a new list or map. A value that is NULL removes the key. */
void pw_append(pw_value *list, const pw_value *value) PW_NONNULL(1);
void pw_put(pw_value *map, const char *key, const pw_value *value) PW_NONNULL(1, 2);

/* Reads and writes JSON, in which secrets and unknown values have Pulumi's form. `pw_parse` gives NULL for a text that is not JSON. A number
 * with more digits than a double gets the value of the nearest double, and of a key that comes twice the first value counts. `pw_write` writes all
 * digits of an integer. An infinity or NaN, which JSON does not have, ends the call with a message. */
pw_value *pw_parse(const char *json, size_t length) PW_NONNULL(1);
const char *pw_write(const pw_value *value);

/* --- memory ---------------------------------------------------------------------------------------------------- */

/* Memory that lives until the hook returns, filled with zeros. */
void *pw_take(size_t size);
/* A text that lives as long. */
const char *pw_printf(const char *format, ...) PW_NONNULL(1) PW_FORMAT(1, 2);

/* --- calls ----------------------------------------------------------------------------------------------------- */

/* Why a call fails. `error` in `common.wit` says how the host reacts. */
typedef enum {
    PW_INVALID,
    PW_NOT_FOUND,
    PW_ALREADY_EXISTS,
    PW_DENIED,
    PW_UNAVAILABLE,
    PW_TIMED_OUT,
    PW_CANCELLED,
    PW_UNSUPPORTED,
    PW_PARTIAL,
    PW_AWAIT_FAILED,
    PW_OTHER,
    PW_CRASHED,
} pw_error;

typedef enum { PW_ADD, PW_ADD_REPLACE, PW_REMOVE, PW_REMOVE_REPLACE, PW_CHANGE, PW_CHANGE_REPLACE } pw_difference_kind;

/* A difference between recorded and new inputs, at a property's path. */
typedef struct {
    const char *path;
    pw_difference_kind kind;
} pw_difference;

/* A part of a resource that Pulumi shows as a separate resource. The parent is empty for the resource itself. */
typedef struct {
    const char *token, *name, *parent_token, *parent_name;
    const pw_value *inputs, *outputs;
} pw_view;

/* One call of a hook. A map that the call does not have is NULL. */
typedef struct pw_call {
    const char *urn, *token, *name;
    /* NULL if the engine does not say it. */
    const char *project, *stack;
    /* The recorded id; empty in `check`, `create` and functions. */
    const char *id;
    /* Whether the engine only asks for a preview. */
    bool preview;
    /* Milliseconds from the beginning of the call until the host ends it. */
    uint32_t time_left_ms;
    /* The configuration. */
    const pw_value *config;
    /* The new inputs, or the arguments of a function, or the query of `list`. */
    const pw_value *inputs;
    /* The record of the last deployment. In `read` either is NULL if the user imports the resource: see
     * `pw_is_recorded`. */
    const pw_value *old_inputs, *old_outputs;
    const pw_view *old_views;
    size_t old_view_count;

    /* The answer, which begins as follows: in `check` `new_inputs` are the inputs; in `create`, `update` and `resume` `new_outputs` are the inputs that
     * are outputs as well, with the other recorded outputs; in previews they are the outputs that the host would show; in `read` the recorded
     * outputs, and `new_inputs` is NULL: the host takes the inputs from the outputs; in `migrate` both are copies of the recorded maps. */
    pw_value *new_inputs, *new_outputs;
    /* True asks the engine to refresh the resource before its next update. */
    bool refresh_before_update;
    /* In `diff`: whether a replacement deletes the old resource first. */
    bool delete_before_replace;
    /* In `migrate`: the version that recorded the state. */
    uint32_t from_version;
    /* In `construct`, methods and callbacks: the number of the session, and the program's resource options. */
    uint32_t session;
    const pw_value *options;
    /* In a method: its resource. */
    const pw_value *receiver;
    /* In `list`: how many resources the engine wants in all and at once; 0 for all. The token is empty at first. */
    uint32_t limit, page_size;
    const char *continuation_token;

    /* The SDK's part of the call. */
    struct pw_state *state;
} pw_call;

/* A hook. It returns false after it called a function that failed, or `pw_fail`. */
typedef bool pw_hook(pw_call *call);

/* The hooks of a resource type. `type` is the whole token, or its last part if the module is `index`. */
typedef struct {
    const char *type;
    pw_hook *check, *diff, *create, *preview_create, *resume, *read, *update, *preview_update, *del, *migrate, *list;
    /* The hook of a component resource: see "component resources" below. */
    pw_hook *construct;
} pw_resource;

/* A function of the package, by its whole token or the last part of it. The manifest says whether the function only computes. */
typedef struct {
    const char *name;
    pw_hook *invoke;
} pw_function;

typedef struct {
    /* Judges the configuration in `inputs` by `pw_wrong`. */
    pw_hook *check_config;
    /* Runs once for each instance, which has `config` from then on. */
    pw_hook *configure;
} pw_provider_hooks;

/* The tables of the program. A table that is missing is empty. They end with an entry of zeros. */
extern const pw_resource pw_resources[];
extern const pw_function pw_functions[];
extern const pw_provider_hooks pw_provider;
#ifdef __cplusplus
#define PW_END {}
#else
#define PW_END {0}
#endif
#define PW_RESOURCES(...) const pw_resource pw_resources[] = {__VA_ARGS__, PW_END}
#define PW_FUNCTIONS(...) const pw_function pw_functions[] = {__VA_ARGS__, PW_END}
#define PW_PROVIDER(...) const pw_provider_hooks pw_provider = {__VA_ARGS__}

/* --- answers --------------------------------------------------------------------------------------------------- */

/* The id of a new resource, or of one that `read` found under another id. Returns true, so that a hook can end with it. */
bool pw_set_id(pw_call *call, const char *format, ...) PW_NONNULL(1, 2) PW_FORMAT(2, 3);

/* Puts a property into the answer: into `new_inputs` in `check`, and into `new_outputs` in other hooks. After a hook has read an unknown value by a
 * function that returns its content, the property becomes unknown instead. */
void pw_set(pw_call *call, const char *key, const pw_value *value) PW_NONNULL(1, 2);
void pw_set_text(pw_call *call, const char *key, const char *text) PW_NONNULL(1, 2);
void pw_set_number(pw_call *call, const char *key, double value) PW_NONNULL(1, 2);
void pw_set_integer(pw_call *call, const char *key, int64_t value) PW_NONNULL(1, 2);
void pw_set_bool(pw_call *call, const char *key, bool value) PW_NONNULL(1, 2);

/* Ends the call with an error. Always returns false. */
bool pw_fail(pw_call *call, pw_error error, const char *format, ...) PW_NONNULL(1, 3) PW_FORMAT(3, 4);
/* Ends `create`, `update`, `resume` and `read` with a resource that is not as it should be: `new_outputs` and the id are recorded. */
bool pw_partial(pw_call *call, const char *format, ...) PW_NONNULL(1, 2) PW_FORMAT(2, 3);
/* One more reason, after `pw_partial`. */
bool pw_reason(pw_call *call, const char *format, ...) PW_NONNULL(1, 2) PW_FORMAT(2, 3);
/* The error of the last function that failed in this call, for hooks that go on. `pw_message` is empty if none failed. */
pw_error pw_error_of(const pw_call *call) PW_NONNULL(1);
const char *pw_message(const pw_call *call) PW_NONNULL(1);

/* In `check`, `check_config` and functions: this property is wrong. The path has Pulumi's notation, such as `rules[0].port`. */
void pw_wrong(pw_call *call, const char *path, const char *format, ...) PW_NONNULL(1, 2, 3) PW_FORMAT(3, 4);
/* In `read`: whether the recorded outputs have each output that the schema requires. If not, the user imports the resource or looks it up by its id, or
 * its create ended early: then the hook sets all outputs. */
bool pw_is_recorded(const pw_call *call) PW_NONNULL(1);
/* In `read`: the resource does not exist. Always returns true. */
bool pw_gone(pw_call *call) PW_NONNULL(1);

/* In `diff`: the differences that the host found. */
size_t pw_difference_count(const pw_call *call) PW_NONNULL(1);
pw_difference pw_difference_at(const pw_call *call, size_t index) PW_NONNULL(1);
/* Makes the differences at and below a property replace the resource, leaves them out, or adds one. */
void pw_replace(pw_call *call, const char *path) PW_NONNULL(1, 2);
void pw_ignore(pw_call *call, const char *path) PW_NONNULL(1, 2);
void pw_differ(pw_call *call, const char *path, pw_difference_kind kind) PW_NONNULL(1, 2);

/* In `list`: one more resource, with the id that an import takes, and the token of the next page. */
void pw_found(pw_call *call, const char *id, const char *name) PW_NONNULL(1, 2, 3);
void pw_next_page(pw_call *call, const char *token) PW_NONNULL(1);

/* --- the host -------------------------------------------------------------------------------------------------- */

typedef enum { PW_DEBUG, PW_INFO, PW_WARNING, PW_ERROR } pw_severity;

/* Shows a message on the resource. `pw_status` shows progress, which the engine does not keep. */
void pw_log(pw_severity severity, const char *format, ...) PW_NONNULL(2) PW_FORMAT(2, 3);
void pw_status(const char *format, ...) PW_NONNULL(1) PW_FORMAT(1, 2);

/* Records that the resource exists, as soon as it has an id: if the call fails later, the engine keeps this id and `new_outputs` as they are now. */
bool pw_checkpoint(pw_call *call, const char *id) PW_NONNULL(1, 2);

/* Pauses between attempts. Milliseconds; 0 attempts have no limit, and 0 for `timeout_ms` is the time of the call. */
typedef struct {
    uint32_t attempts, first_delay_ms;
    double factor;
    uint32_t max_delay_ms, timeout_ms;
} pw_backoff;
/* Ten minutes of pauses that grow from one second to ten. */
#define PW_BACKOFF {0, 1000, 1.5, 10000, 600000}

/* Waits before the next look at something that is not ready yet. `attempt` counts the looks so far, from 1. False if the time is over. */
bool pw_pause(pw_call *call, const pw_backoff *backoff, uint32_t attempt, const char *status) PW_NONNULL(1, 2);
bool pw_sleep(pw_call *call, uint32_t milliseconds) PW_NONNULL(1);

/* Seconds since 1970. In checks, diffs and previews the time stands still during a call. */
double pw_now(void);
double pw_monotonic_ms(void);
/* Unpredictable bytes. In `check` the same request gets the same bytes. */
bool pw_random(pw_call *call, void *bytes, size_t count) PW_NONNULL(1, 2);
/* A variable that the user granted; `value` is NULL if it is not set. */
bool pw_environment(pw_call *call, const char *name, const char **value) PW_NONNULL(1, 2, 3);

/* An asset or archive of the call. The hash is in hexadecimal. */
typedef struct {
    double size;
    const char *hash;
} pw_asset;
typedef struct {
    const char *path;
    const pw_value *asset;
} pw_entry;
bool pw_open_asset(pw_call *call, const pw_value *asset, pw_asset *opened) PW_NONNULL(1, 3);
/* Puts at most `size` bytes from `offset` into the buffer; fewer only at the end. */
bool pw_read_asset(pw_call *call, const pw_value *asset, double offset, void *buffer, uint32_t size, size_t *length) PW_NONNULL(1, 4, 6);
/* The whole content, which ends with a zero byte. */
bool pw_asset_text(pw_call *call, const pw_value *asset, const char **text, size_t *length) PW_NONNULL(1, 3, 4);
bool pw_entries(pw_call *call, const pw_value *archive, const pw_entry **entries, size_t *count) PW_NONNULL(1, 3, 4);

typedef enum { PW_SAME, PW_CREATED, PW_UPDATED, PW_DELETED, PW_REPLACED, PW_READ, PW_REFRESHED, PW_IMPORTED } pw_operation;
/* Notes a step of a view. Either view may be NULL. `pw_publish` tells the noted steps to the engine; false if it does not show views. */
void pw_step(pw_call *call, pw_operation operation, const pw_view *old, const pw_view *made) PW_NONNULL(1);
bool pw_publish(pw_call *call) PW_NONNULL(1);

/* Values that the instances of the component share. If the value is missing, this call makes it, and keeps it or gives up by the number `making`. */
bool pw_shared_get(pw_call *call, const char *key, const char **value, bool *is_missing, uint32_t *making) PW_NONNULL(1, 2, 3, 4, 5);
bool pw_shared_keep(pw_call *call, uint32_t making, const char *value, uint32_t lives_ms) PW_NONNULL(1, 3);
void pw_shared_give_up(uint32_t making);
bool pw_shared_forget(pw_call *call, const char *key, const char *value) PW_NONNULL(1, 2);
/* Waits for a permit of a rate, in permits a second. */
bool pw_rate(pw_call *call, const char *name, double per_second, uint32_t burst) PW_NONNULL(1, 2);

/* --- HTTP ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *name, *value;
} pw_header;

/* A request. Fields that are zero mean: `GET`, no body, the time of the call, no redirect followed, one attempt. */
typedef struct {
    const char *method, *url;
    const pw_header *headers;
    size_t header_count;
    /* Text or bytes; `length` 0 means that the body is a text. */
    const char *body;
    size_t length;
    /* A body of the call's asset instead. */
    const pw_value *asset;
    /* A body that `pw_http_write` sends, of this size if it is not 0. */
    bool written;
    double written_size;
    uint32_t timeout_ms, redirects;
    const pw_backoff *backoff;
} pw_request;

typedef struct {
    uint16_t status;
    const char *url;
    const pw_header *headers;
    size_t header_count;
    /* Ends with a zero byte. Empty in an answer that is read in parts. */
    const char *body;
    size_t length;
} pw_response;

/* Sends a request and waits for the answer. A status of 400 and above is an answer: `pw_http_ok` makes an error of it. */
bool pw_http(pw_call *call, const pw_request *request, pw_response *response) PW_NONNULL(1, 2, 3);
bool pw_http_ok(pw_call *call, const pw_response *response) PW_NONNULL(1, 2);
/* The value of a header, in any spelling; NULL if the answer does not have it. */
const char *pw_response_header(const pw_response *response, const char *name) PW_NONNULL(1, 2);

/* A request whose bodies go in parts: begin it, write the body if the request is `written`, wait for the answer, and read into a buffer until
 * `length` is 0. */
bool pw_http_open(pw_call *call, const pw_request *request, uint32_t *exchange) PW_NONNULL(1, 2, 3);
bool pw_http_write(pw_call *call, uint32_t exchange, const char *bytes, size_t length) PW_NONNULL(1);
bool pw_http_answer(pw_call *call, uint32_t exchange, pw_response *head) PW_NONNULL(1, 3);
bool pw_http_read(pw_call *call, uint32_t exchange, void *buffer, uint32_t size, size_t *length) PW_NONNULL(1, 3, 5);
void pw_http_close(uint32_t exchange);

/* --- component resources ---------------------------------------------------------------------------------------- */

/* A component resource is a resource with `isComponent` in the schema, and its hook `construct` declares other resources. No declaration waits: each
 * gives the number of a node at once, and values of nodes are outputs. After the first declaration that fails nothing more is declared, and the call
 * fails with its error. `deployment.wit` describes the options and the kinds of look-ups. */
typedef uint32_t pw_node;

typedef enum { PW_CUSTOM, PW_GROUP, PW_REMOTE } pw_resource_kind;

/* The output of a node at a path such as `website.endpoint`, for inputs, options and results. Without a path it is the node as a whole. Node 0 is the
 * component resource itself. */
pw_value *pw_output(pw_node node, const char *path);

/* Declares a resource with its whole name, a look-up, or a value that a function computes of the source as soon as it is known. Inputs and options may be
 * NULL. The function reads `inputs`, which is the value, and gives its result to `pw_set_result`. */
pw_node pw_register(pw_call *call, pw_resource_kind kind, const char *token, const char *name, const pw_value *inputs, const pw_value *options,
                    const char *place) PW_NONNULL(1, 3, 4, 7);
pw_node pw_look_up(pw_call *call, const char *kind, const char *token, const char *name, const pw_value *arguments, const pw_value *options,
                   const char *place) PW_NONNULL(1, 2, 3, 4, 7);
pw_node pw_apply(pw_call *call, const pw_value *source, pw_hook *function, const char *place) PW_NONNULL(1, 3, 4);
/* The outputs of a group. */
bool pw_register_outputs(pw_call *call, pw_node group, const pw_value *outputs) PW_NONNULL(1);
/* The number of a function, for the options `transforms` and `hooks`. */
pw_value *pw_function_number(pw_hook *function) PW_NONNULL(1);
void pw_set_result(pw_call *call, const pw_value *value) PW_NONNULL(1);

/* The place of a declaration, for messages. */
#define PW_TEXT_OF(line) #line
#define PW_PLACE(line) __FILE__ ":" PW_TEXT_OF(line)
#define PW_HERE PW_PLACE(__LINE__)

/* --- written by the build ------------------------------------------------------------------------------------- */

/* The manifest as JSON, without hooks. */
extern const char pw_manifest[];
/* The properties of each type, for answers that begin as the inputs. The lists end with NULL. */
typedef struct {
    const char *token;
    const char *const *inputs, *const *outputs;
    /* The outputs that are always there. */
    const char *const *required;
} pw_properties;
extern const pw_properties pw_property_table[];

/* --- null pointers --------------------------------------------------------------------------------------------- */

/* The C library reads and writes at the address 0 without a word. With this the sanitizer sees a null pointer before the call. Functions that accept
 * NULL are not in this list. */
#if !defined(PW_WITHOUT_NONNULL) && defined(__wasm__)
#define PW_LIBRARY(...) __attribute__((__nonnull__(__VA_ARGS__)))
size_t strlen(const char *) PW_LIBRARY(1);
size_t strnlen(const char *, size_t) PW_LIBRARY(1);
int strcmp(const char *, const char *) PW_LIBRARY(1, 2);
int strncmp(const char *, const char *, size_t) PW_LIBRARY(1, 2);
int strcasecmp(const char *, const char *) PW_LIBRARY(1, 2);
int strncasecmp(const char *, const char *, size_t) PW_LIBRARY(1, 2);
char *strcpy(char *__restrict, const char *__restrict) PW_LIBRARY(1, 2);
char *strncpy(char *__restrict, const char *__restrict, size_t) PW_LIBRARY(1, 2);
char *strcat(char *__restrict, const char *__restrict) PW_LIBRARY(1, 2);
char *strncat(char *__restrict, const char *__restrict, size_t) PW_LIBRARY(1, 2);
char *strdup(const char *) PW_LIBRARY(1);
char *strndup(const char *, size_t) PW_LIBRARY(1);
size_t strspn(const char *, const char *) PW_LIBRARY(1, 2);
size_t strcspn(const char *, const char *) PW_LIBRARY(1, 2);
char *strtok(char *__restrict, const char *__restrict) PW_LIBRARY(2);
char *strtok_r(char *__restrict, const char *__restrict, char **__restrict) PW_LIBRARY(2, 3);
void *memcpy(void *__restrict, const void *__restrict, size_t) PW_LIBRARY(1, 2);
void *memmove(void *, const void *, size_t) PW_LIBRARY(1, 2);
void *memset(void *, int, size_t) PW_LIBRARY(1);
int memcmp(const void *, const void *, size_t) PW_LIBRARY(1, 2);
/* C++ has two of each of these. */
#ifndef __cplusplus
char *strchr(const char *, int) PW_LIBRARY(1);
char *strrchr(const char *, int) PW_LIBRARY(1);
char *strstr(const char *, const char *) PW_LIBRARY(1, 2);
char *strpbrk(const char *, const char *) PW_LIBRARY(1, 2);
void *memchr(const void *, int, size_t) PW_LIBRARY(1);
#endif
int atoi(const char *) PW_LIBRARY(1);
long atol(const char *) PW_LIBRARY(1);
long long atoll(const char *) PW_LIBRARY(1);
double atof(const char *) PW_LIBRARY(1);
long strtol(const char *__restrict, char **__restrict, int) PW_LIBRARY(1);
long long strtoll(const char *__restrict, char **__restrict, int) PW_LIBRARY(1);
unsigned long strtoul(const char *__restrict, char **__restrict, int) PW_LIBRARY(1);
unsigned long long strtoull(const char *__restrict, char **__restrict, int) PW_LIBRARY(1);
float strtof(const char *__restrict, char **__restrict) PW_LIBRARY(1);
double strtod(const char *__restrict, char **__restrict) PW_LIBRARY(1);
char *getenv(const char *) PW_LIBRARY(1);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *)) PW_LIBRARY(1, 4);
int sscanf(const char *__restrict, const char *__restrict, ...) PW_LIBRARY(1, 2);
int sprintf(char *__restrict, const char *__restrict, ...) PW_LIBRARY(1, 2);
int snprintf(char *__restrict, size_t, const char *__restrict, ...) PW_LIBRARY(3);
int puts(const char *) PW_LIBRARY(1);
time_t mktime(struct tm *) PW_LIBRARY(1);
struct tm *gmtime(const time_t *) PW_LIBRARY(1);
struct tm *gmtime_r(const time_t *__restrict, struct tm *__restrict) PW_LIBRARY(1, 2);
struct tm *localtime(const time_t *) PW_LIBRARY(1);
size_t strftime(char *__restrict, size_t, const char *__restrict, const struct tm *__restrict) PW_LIBRARY(1, 3, 4);
#undef PW_LIBRARY
#endif

#ifdef __cplusplus
}
#endif

#endif
