/* The functions of the host. */
#ifdef __wasm__
#include "wire.h"

#include <stdio.h>

/* --- messages -------------------------------------------------------------------------------------------------- */

IMPORT("log", "emit") void pw_import_emit(uint32_t severity, const char *message, size_t length, uint32_t ephemeral, const char *extra, size_t extra_length);

static void emit(pw_severity severity, text message, bool is_ephemeral) {
    pw_import_emit((uint32_t)severity, message.at, message.length, is_ephemeral, "{}", 2);
}

void pw_log(pw_severity severity, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    emit(severity, printed(format, arguments), false);
    va_end(arguments);
}

void pw_status(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    emit(PW_INFO, printed(format, arguments), true);
    va_end(arguments);
}

/* Last words: the host keeps them for the report of the crash. */
static _Noreturn void pw_end_with(const char *message, size_t length) {
    static const char panic[] = "{\"panic\":true}";
    pw_import_emit(PW_ERROR, message, length, false, panic, sizeof panic - 1);
    __builtin_trap();
}

/* The end of a panic in Zig. The root of the program, which the build writes, calls it. */
_Noreturn void pw_panic(const char *message, size_t length);
void pw_panic(const char *message, size_t length) {
    pw_end_with(message, length);
}

void give_up(const char *format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    pw_end_with(message, length < 0 ? 0 : (size_t)length < sizeof message ? (size_t)length : sizeof message - 1);
}

/* --- errors ---------------------------------------------------------------------------------------------------- */

bool failed_import(pw_call *call, const error_record *error) {
    pw_error which = (pw_error)error->which;
    text message = which == PW_PARTIAL ? LITERAL("the state is not as it should be") : error->message.message;
    if (which == PW_INVALID) {
        call->state->failures.count = 0;
        for (size_t index = 0; index < error->failures.count; index++) {
            failure one = {error->failures.at[index].property, error->failures.at[index].reason};
            GROW(call->state->failures, one);
        }
        message = call->state->failures.count == 0 ? LITERAL("the request is wrong") : call->state->failures.at[0].reason;
    }
    return failed(call, which, copied(message.at, message.length));
}

static bool done(pw_call *call, const nothing_result *result) {
    return result->is_error == 0 || failed_import(call, &result->error);
}

/* --- checkpoints and waits ------------------------------------------------------------------------------------- */

IMPORT("checkpoint", "save")
void pw_import_save(const char *, size_t, const char *, size_t, const char *, size_t, nothing_result *);
IMPORT("clock", "sleep") void pw_import_sleep(uint32_t, nothing_result *);
IMPORT("waiting", "pause")
void pw_import_pause(uint32_t, uint32_t, double, uint32_t, uint32_t, const char *, size_t, uint32_t, const char *, size_t, nothing_result *);

bool pw_checkpoint(pw_call *call, const char *id) {
    nothing_result result;
    recorded made = record_outputs(call->new_outputs);
    pw_import_save(id, strlen(id), made.outputs.at, made.outputs.length, "{}", 2, &result);
    if (!done(call, &result)) return false;
    /* The resource is recorded with its other outputs, and the hook ends here. */
    return made.names.count == 0 || failed(call, PW_OTHER, made.reasons.at[0]);
}

bool pw_sleep(pw_call *call, uint32_t milliseconds) {
    nothing_result result;
    pw_import_sleep(milliseconds, &result);
    return done(call, &result);
}

bool pw_pause(pw_call *call, const pw_backoff *backoff, uint32_t attempt, const char *status) {
    nothing_result result;
    pw_import_pause(backoff->attempts, backoff->first_delay_ms, backoff->factor, backoff->max_delay_ms, backoff->timeout_ms, "{}", 2, attempt,
                 status, strlen(status), &result);
    return done(call, &result);
}

/* --- time, randomness, variables ------------------------------------------------------------------------------- */

typedef struct {
    double seconds;
    uint32_t nanoseconds;
} instant_record;

typedef RESULT_OF(optional_text) optional_result;

IMPORT("clock", "now") void pw_import_now(instant_record *);
IMPORT("clock", "monotonic-ms") double pw_import_monotonic(void);
IMPORT("random", "get") void pw_import_random(uint32_t, text_result *);
IMPORT("env", "get") void pw_import_environment(const char *, size_t, optional_result *);

double pw_now(void) {
    instant_record now;
    pw_import_now(&now);
    return now.seconds + now.nanoseconds / 1e9;
}

double pw_monotonic_ms(void) {
    return pw_import_monotonic();
}

bool pw_random(pw_call *call, void *bytes, size_t count) {
    text_result result;
    pw_import_random((uint32_t)count, &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    if (count > 0) memcpy(bytes, result.answer.at, count);
    return true;
}

bool pw_environment(pw_call *call, const char *name, const char **value) {
    optional_result result;
    pw_import_environment(name, strlen(name), &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *value = result.answer.is_there ? ended(result.answer.text) : NULL;
    return true;
}

/* --- assets ---------------------------------------------------------------------------------------------------- */

typedef struct {
    double size;
    text hash, extra;
} asset_record;

typedef struct {
    text path;
    uint32_t handle;
    text extra;
} entry_record;

typedef LIST_OF(entry_record) entry_records;
typedef RESULT_OF(asset_record) asset_result;
typedef RESULT_OF(entry_records) entries_result;

IMPORT("asset", "open") void pw_import_open(uint32_t, asset_result *);
IMPORT("asset", "read") void pw_import_read(uint32_t, double, uint32_t, text_result *);
IMPORT("asset", "entries") void pw_import_entries(uint32_t, entries_result *);

static uint32_t handle_of(const pw_value *asset) {
    const pw_value *handle = get(asset, LITERAL("handle"));
    if (handle == NULL) give_up("this value is not an asset of the call");
    return (uint32_t)pw_double(handle);
}

bool pw_open_asset(pw_call *call, const pw_value *asset, pw_asset *opened) {
    asset_result result;
    pw_import_open(handle_of(asset), &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *opened = (pw_asset){result.answer.size, ended(result.answer.hash)};
    return true;
}

bool pw_read_asset(pw_call *call, const pw_value *asset, double offset, void *buffer, uint32_t size, size_t *length) {
    mark before = marked();
    text_result result;
    pw_import_read(handle_of(asset), offset, size, &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *length = result.answer.length;
    if (*length > 0) memcpy(buffer, result.answer.at, *length);
    rewind_to(before);
    return true;
}

bool pw_asset_text(pw_call *call, const pw_value *asset, const char **words, size_t *length) {
    pw_asset opened;
    if (!pw_open_asset(call, asset, &opened)) return false;
    if (opened.size >= UINT32_MAX) return pw_fail(call, PW_OTHER, "the asset is too large to be read as a whole");
    text_result result;
    pw_import_read(handle_of(asset), 0, (uint32_t)opened.size, &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *words = ended(result.answer);
    *length = result.answer.length;
    return true;
}

bool pw_entries(pw_call *call, const pw_value *archive, const pw_entry **entries, size_t *count) {
    entries_result result;
    pw_import_entries(handle_of(archive), &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    pw_entry *made = take(result.answer.count * sizeof *made);
    for (size_t index = 0; index < result.answer.count; index++) {
        const entry_record *entry = &result.answer.at[index];
        pw_value *asset = new_value(PW_ASSET);
        put(asset, LITERAL("handle"), pw_new_number(entry->handle));
        made[index] = (pw_entry){ended(entry->path), asset};
    }
    *entries = made;
    *count = result.answer.count;
    return true;
}

/* --- views ----------------------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t is_there;
    view_record view;
} optional_view;

typedef struct {
    uint8_t operation;
    optional_view old, made;
    optional_text failure;
    text extra;
} step_record;

IMPORT("views", "publish") void pw_import_publish(const step_record *, size_t, nothing_result *);

static optional_view view_of(const pw_view *view, text *fault) {
    if (view == NULL) return (optional_view){0};
    text inputs = view->inputs == NULL ? EMPTY : write_json(view->inputs, fault);
    text outputs = view->outputs == NULL ? EMPTY : write_json(view->outputs, fault);
    return (optional_view){1, {text_of(view->token), text_of(view->name), text_of(view->parent_token), text_of(view->parent_name), inputs, outputs, EMPTY}};
}

bool pw_publish(pw_call *call) {
    size_t count = call->state->steps.count;
    step_record *steps = take(count * sizeof *steps);
    for (size_t index = 0; index < count; index++) {
        const step *noted = &call->state->steps.at[index];
        text fault = {0};
        steps[index] = (step_record){(uint8_t)noted->operation, view_of(noted->old, &fault), view_of(noted->made, &fault), {0}, EMPTY};
        if (fault.length == 0) continue;
        const pw_view *view = noted->made == NULL ? noted->old : noted->made;
        call->state->steps.count = 0;
        return failed(call, PW_OTHER, text_of(pw_printf("the view `%s` cannot be shown: %s", view->name, fault.at)));
    }
    call->state->steps.count = 0;
    nothing_result result;
    pw_import_publish(steps, count, &result);
    return done(call, &result);
}

/* --- shared values --------------------------------------------------------------------------------------------- */

typedef struct {
    uint8_t is_missing;
    union {
        text value;
        uint32_t making;
    };
} found_record;

typedef RESULT_OF(found_record) found_result;

IMPORT("shared", "get") void pw_import_shared_get(const char *, size_t, found_result *);
IMPORT("shared", "keep") void pw_import_shared_keep(uint32_t, const char *, size_t, uint32_t, const char *, size_t, nothing_result *);
IMPORT("shared", "give-up") void pw_import_shared_give_up(uint32_t);
IMPORT("shared", "forget") void pw_import_shared_forget(const char *, size_t, const char *, size_t, nothing_result *);
IMPORT("shared", "acquire") void pw_import_acquire(const char *, size_t, double, uint32_t, const char *, size_t, nothing_result *);

bool pw_shared_get(pw_call *call, const char *key, const char **value, bool *is_missing, uint32_t *making) {
    found_result result;
    pw_import_shared_get(key, strlen(key), &result);
    if (result.is_error != 0) return failed_import(call, &result.error);
    *is_missing = result.answer.is_missing != 0;
    if (*is_missing) {
        *making = result.answer.making;
    } else {
        *value = ended(result.answer.value);
    }
    return true;
}

bool pw_shared_keep(pw_call *call, uint32_t making, const char *value, uint32_t lives_ms) {
    nothing_result result;
    pw_import_shared_keep(making, value, strlen(value), lives_ms, "{}", 2, &result);
    return done(call, &result);
}

void pw_shared_give_up(uint32_t making) {
    pw_import_shared_give_up(making);
}

bool pw_shared_forget(pw_call *call, const char *key, const char *value) {
    nothing_result result;
    pw_import_shared_forget(key, strlen(key), value, strlen(value), &result);
    return done(call, &result);
}

bool pw_rate(pw_call *call, const char *name, double per_second, uint32_t burst) {
    nothing_result result;
    pw_import_acquire(name, strlen(name), per_second, burst, "{}", 2, &result);
    return done(call, &result);
}

#endif
