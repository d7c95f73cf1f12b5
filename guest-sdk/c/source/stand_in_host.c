/* Unit tests on this machine: the functions that hooks call, without a host. */
#ifndef __wasm__
#include "internal.h"

#include <stdio.h>
#include <time.h>

void pw_log(pw_severity severity, const char *format, ...) {
    (void)severity;
    va_list arguments;
    va_start(arguments, format);
    note(format, arguments);
    va_end(arguments);
}

void pw_status(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    note(format, arguments);
    va_end(arguments);
}

bool pw_checkpoint(pw_call *call, const char *id) {
    if (*id == 0) return pw_fail(call, PW_OTHER, "a checkpoint needs the id of the resource");
    recorded made = record_outputs(call->new_outputs);
    saved = read_json(copied(made.outputs.at, made.outputs.length));
    return made.names.count == 0 || failed(call, PW_OTHER, made.reasons.at[0]);
}

bool pw_sleep(pw_call *call, uint32_t milliseconds) {
    (void)call, (void)milliseconds;
    return true;
}

bool pw_pause(pw_call *call, const pw_backoff *backoff, uint32_t attempt, const char *status) {
    if (backoff->attempts == 0 ? attempt < 1000 : attempt < backoff->attempts) return true;
    return pw_fail(call, PW_TIMED_OUT, "%s", status);
}

double pw_now(void) {
    return (double)time(NULL);
}

double pw_monotonic_ms(void) {
    return (double)clock() * 1000.0 / CLOCKS_PER_SEC;
}

bool pw_random(pw_call *call, void *bytes, size_t count) {
    (void)call;
    for (size_t index = 0; index < count; index++) ((unsigned char *)bytes)[index] = (unsigned char)rand();
    return true;
}

bool pw_environment(pw_call *call, const char *name, const char **value) {
    (void)call;
    *value = getenv(name);
    return true;
}

static text content_of(const pw_value *asset) {
    const pw_value *content = get(asset, LITERAL("text"));
    return content == NULL ? LITERAL("") : content->text;
}

bool pw_open_asset(pw_call *call, const pw_value *asset, pw_asset *opened) {
    (void)call;
    *opened = (pw_asset){(double)content_of(asset).length, ""};
    return true;
}

bool pw_read_asset(pw_call *call, const pw_value *asset, double offset, void *buffer, uint32_t size, size_t *length) {
    text content = content_of(asset);
    if (offset < 0) return pw_fail(call, PW_INVALID, "the offset is negative");
    size_t start = offset > (double)content.length ? content.length : (size_t)offset;
    *length = content.length - start < size ? content.length - start : size;
    if (*length > 0) memcpy(buffer, content.at + start, *length);
    return true;
}

bool pw_asset_text(pw_call *call, const pw_value *asset, const char **words, size_t *length) {
    (void)call;
    *words = content_of(asset).at;
    *length = content_of(asset).length;
    return true;
}

bool pw_entries(pw_call *call, const pw_value *archive, const pw_entry **entries, size_t *count) {
    (void)archive, (void)entries, (void)count;
    return pw_fail(call, PW_UNSUPPORTED, "archives have no content in unit tests");
}

bool pw_publish(pw_call *call) {
    call->state->steps.count = 0;
    return true;
}

bool pw_shared_get(pw_call *call, const char *key, const char **value, bool *is_missing, uint32_t *making) {
    (void)call, (void)key, (void)value;
    *is_missing = true;
    *making = 1;
    return true;
}

bool pw_shared_keep(pw_call *call, uint32_t making, const char *value, uint32_t lives_ms) {
    (void)call, (void)making, (void)value, (void)lives_ms;
    return true;
}

void pw_shared_give_up(uint32_t making) {
    (void)making;
}

bool pw_shared_forget(pw_call *call, const char *key, const char *value) {
    (void)call, (void)key, (void)value;
    return true;
}

bool pw_rate(pw_call *call, const char *name, double per_second, uint32_t burst) {
    (void)call, (void)name, (void)per_second, (void)burst;
    return true;
}

/* --- HTTP ------------------------------------------------------------------------------------------------------ */

bool pw_http(pw_call *call, const pw_request *request, pw_response *response) {
    const char *method = request->method == NULL ? "GET" : request->method;
    for (size_t index = 0; index < answer_count; index++) {
        const answer *one = &answers[index];
        if (strcmp(one->method, method) != 0 || strcmp(one->url, request->url) != 0) continue;
        *response = (pw_response){.status = one->status, .url = request->url, .body = one->body, .length = strlen(one->body)};
        return true;
    }
    return pw_fail(call, PW_DENIED, "the test has no answer for %s %s", method, request->url);
}

/* One request at a time goes in parts. */
static pw_response in_parts;
static size_t already_read;

bool pw_http_open(pw_call *call, const pw_request *request, uint32_t *exchange) {
    *exchange = 1;
    already_read = 0;
    return pw_http(call, request, &in_parts);
}

bool pw_http_write(pw_call *call, uint32_t exchange, const char *bytes, size_t length) {
    (void)call, (void)exchange, (void)bytes, (void)length;
    return true;
}

bool pw_http_answer(pw_call *call, uint32_t exchange, pw_response *head) {
    (void)call, (void)exchange;
    *head = in_parts;
    head->body = "";
    head->length = 0;
    return true;
}

bool pw_http_read(pw_call *call, uint32_t exchange, void *buffer, uint32_t size, size_t *length) {
    (void)call, (void)exchange;
    size_t left = in_parts.length - already_read;
    *length = left < size ? left : size;
    if (*length > 0) memcpy(buffer, in_parts.body + already_read, *length);
    already_read += *length;
    return true;
}

void pw_http_close(uint32_t exchange) {
    (void)exchange;
}

#endif
