/* The host of unit tests on this machine. */
#ifndef __wasm__
#include "../pulumi_wasm_test.h"
#include "internal.h"

#include <stdio.h>
#include <time.h>

typedef struct {
    const char *method, *url, *body;
    uint16_t status;
} answer;

enum { MOST_ANSWERS = 100, MOST_MESSAGES = 64 * 1024 };

static answer answers[MOST_ANSWERS];
static size_t answer_count;
static char messages[MOST_MESSAGES];
static size_t message_length;
static const pw_value *saved;

void give_up(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

/* --- calls ----------------------------------------------------------------------------------------------------- */

static pw_value *object(const char *json) {
    if (json == NULL) return NULL;
    pw_value *made = read_json(text_of(json), true);
    if (pw_kind_of(made) != PW_MAP) give_up("this is not a JSON object: %s", json);
    return made;
}

static pw_call *begin(pw_test_call from) {
    release(&of_call);
    has_read_unknown = false;
    message_length = 0;
    saved = NULL;
    pw_call *made = take(sizeof *made);
    made->state = take(sizeof *made->state);
    made->state->error = PW_OTHER;
    made->urn = pw_printf("urn:pulumi:test::test::%s::test", from.token);
    made->token = from.token;
    made->name = "test";
    made->project = made->stack = "test";
    made->id = from.id == NULL ? "" : from.id;
    made->preview = from.preview;
    made->time_left_ms = 60000;
    made->continuation_token = "";
    made->config = object(from.config == NULL ? "{}" : from.config);
    made->inputs = object(from.inputs);
    made->old_inputs = object(from.old_inputs);
    made->old_outputs = object(from.old_outputs);
    return made;
}

static pw_test_result run(pw_call *call, pw_hook *hook) {
    if (hook == NULL) give_up("%s does not have this hook", call->token);
    bool succeeded = hook(call);
    struct pw_state *state = call->state;
    size_t count = state->failures.count;
    const char **paths = take((count + 1) * sizeof *paths), **reasons = take((count + 1) * sizeof *reasons);
    for (size_t index = 0; index < count; index++) {
        paths[index] = state->failures.at[index].path.at;
        reasons[index] = state->failures.at[index].reason.at;
    }
    return (pw_test_result){
        .succeeded = succeeded,
        .error = state->error,
        .message = succeeded ? "" : pw_message(call),
        .id = state->id.length > 0 ? state->id.at : call->id,
        .values = state->is_check ? call->new_inputs : call->new_outputs,
        .failure_count = count,
        .paths = paths,
        .reasons = reasons,
        .is_gone = state->is_gone,
        .checkpoint = saved,
    };
}

static const pw_resource *resource(const pw_call *call) {
    const pw_resource *found = resource_of(text_of(call->token));
    if (found == NULL) give_up("`PW_RESOURCES` does not have %s", call->token);
    return found;
}

pw_test_result pw_test_check(pw_test_call from) {
    pw_call *call = begin(from);
    call->state->is_check = true;
    if (call->old_inputs == NULL) call->old_inputs = pw_new_map();
    call->new_inputs = pw_copy(call->inputs);
    return run(call, resource(call)->check);
}

pw_test_result pw_test_create(pw_test_call from) {
    pw_call *call = begin(from);
    call->new_outputs = beginning_of_outputs(call);
    return run(call, resource(call)->create);
}

pw_test_result pw_test_read(pw_test_call from) {
    pw_call *call = begin(from);
    call->new_outputs = call->old_outputs == NULL ? pw_new_map() : pw_copy(call->old_outputs);
    return run(call, resource(call)->read);
}

pw_test_result pw_test_update(pw_test_call from) {
    pw_call *call = begin(from);
    call->new_outputs = beginning_of_outputs(call);
    return run(call, resource(call)->update);
}

pw_test_result pw_test_delete(pw_test_call from) {
    pw_call *call = begin(from);
    return run(call, resource(call)->del);
}

pw_test_result pw_test_invoke(pw_test_call from) {
    pw_call *call = begin(from);
    call->new_outputs = pw_new_map();
    const pw_function *function = function_of(text_of(call->token));
    return run(call, function == NULL ? NULL : function->invoke);
}

/* --- the side of the test ----------------------------------------------------------------------------- */

void pw_test_answer(const char *method, const char *url, uint16_t status, const char *body) {
    if (answer_count == MOST_ANSWERS) give_up("a test has at most %d answers", MOST_ANSWERS);
    answers[answer_count++] = (answer){method, url, body, status};
}

void pw_test_reset(void) {
    answer_count = 0;
}

const char *pw_test_messages(void) {
    return messages;
}

static void note(const char *format, va_list arguments) {
    size_t room = MOST_MESSAGES - message_length;
    int length = vsnprintf(messages + message_length, room, format, arguments);
    if (length < 0 || (size_t)length + 1 >= room) return;
    message_length += (size_t)length;
    messages[message_length++] = '\n';
    messages[message_length] = 0;
}

/* --- functions for hooks ------------------------------------------------------------------------------------------- */

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
    (void)id;
    saved = pw_copy(call->new_outputs);
    return true;
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
