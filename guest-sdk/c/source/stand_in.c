/* Unit tests on this machine: calls of hooks, and the answers that a test prepares. */
#ifndef __wasm__
#include "../pulumi_wasm_test.h"
#include "internal.h"

#include <stdio.h>

typedef struct {
    const char *method, *url, *body;
    uint16_t status;
} answer;

enum { MOST_ANSWERS = 100, MOST_MESSAGES = 64 * 1024 };

static answer answers[MOST_ANSWERS];
static size_t answer_count;
static char messages[MOST_MESSAGES];
static size_t message_length;
static arena of_last_call;
/* The outputs of the last checkpoint. */
static const pw_value *saved;
static void begin_declarations(void);

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
    pw_value *made = read_json(copied(json, strlen(json)));
    if (pw_kind_of(made) != PW_MAP) give_up("this is not a JSON object: %s", json);
    return made;
}

static pw_call *begin(pw_test_call from) {
    /* The texts of this call may be in the memory of the last one. */
    release(&of_last_call);
    arena free_memory = of_last_call;
    of_last_call = of_call;
    of_call = free_memory;
    has_read_unknown = false;
    message_length = 0;
    messages[0] = 0;
    saved = NULL;
    pw_call *made = take(sizeof *made);
    made->state = take(sizeof *made->state);
    made->token = from.token;
    made->name = from.name == NULL ? "test" : from.name;
    made->urn = pw_printf("urn:pulumi:test::test::%s::%s", made->token, made->name);
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

static pw_test_result result_of(const pw_call *call, bool succeeded) {
    const struct pw_state *state = call->state;
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

/* Runs a hook whose answer changes nothing. */
static pw_test_result run(pw_call *call, pw_hook *hook, const char *name) {
    text written;
    const pw_value *values = call->state->is_check ? call->new_inputs : call->new_outputs;
    return result_of(call, pw_run(call, hook, name) && (values == NULL || write_answer(values, &written, call)));
}

/* Runs a hook whose answer is recorded. */
static pw_test_result run_change(pw_call *call, pw_hook *hook, const char *name, bool is_create) {
    call->new_outputs = beginning_of_outputs(call);
    if (!pw_run(call, hook, name) || (is_create && !has_new_id(call))) return result_of(call, false);
    recorded made = record_outputs(call->new_outputs);
    return result_of(call, made.names.count == 0 || failed(call, PW_PARTIAL, made.reasons.at[0]));
}

static const pw_resource *resource(const pw_call *call) {
    const pw_resource *found = resource_of(text_of(call->token));
    if (found == NULL) give_up("`PW_RESOURCES` does not have %s", call->token);
    return found;
}

pw_test_result pw_test_check(pw_test_call from) {
    pw_call *call = begin(from);
    if (call->old_inputs == NULL) call->old_inputs = pw_new_map();
    begin_check(call);
    return run(call, resource(call)->check, "check");
}

pw_test_result pw_test_create(pw_test_call from) {
    pw_call *call = begin(from);
    return run_change(call, resource(call)->create, "create", true);
}

pw_test_result pw_test_resume(pw_test_call from) {
    pw_call *call = begin(from);
    return run_change(call, resource(call)->resume, "resume", false);
}

pw_test_result pw_test_update(pw_test_call from) {
    pw_call *call = begin(from);
    return run_change(call, resource(call)->update, "update", false);
}

pw_test_result pw_test_read(pw_test_call from) {
    pw_call *call = begin(from);
    begin_read(call);
    return run(call, resource(call)->read, "read");
}

pw_test_result pw_test_delete(pw_test_call from) {
    pw_call *call = begin(from);
    return run(call, resource(call)->del, "del");
}

pw_test_result pw_test_invoke(pw_test_call from) {
    pw_call *call = begin(from);
    begin_function(call);
    const pw_function *function = function_of(text_of(call->token));
    return run(call, function == NULL ? NULL : function->invoke, "invoke");
}

pw_test_result pw_test_construct(pw_test_call from) {
    pw_call *call = begin(from);
    begin_declarations();
    call->new_outputs = pw_new_map();
    return run(call, resource(call)->construct, "construct");
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

#endif
