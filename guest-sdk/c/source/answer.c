/* The life of a call that the host and the stand-in for unit tests share: how the answer of each hook begins, how a hook runs, and which outputs can be
 * recorded. */
#include "internal.h"

/* --- the beginning --------------------------------------------------------------------------------------------- */

void begin_check(pw_call *call) {
    call->state->is_check = call->state->has_failures = true;
    call->new_inputs = pw_copy(call->inputs);
}

void begin_read(pw_call *call) {
    call->new_outputs = call->old_outputs == NULL ? pw_new_map() : pw_copy(call->old_outputs);
}

void begin_migrate(pw_call *call) {
    call->new_inputs = pw_copy(call->old_inputs);
    call->new_outputs = pw_copy(call->old_outputs);
}

void begin_function(pw_call *call) {
    call->new_outputs = pw_new_map();
    call->state->has_failures = true;
}

/* --- the hook -------------------------------------------------------------------------------------------------- */

/* Whether a hook that returned false has an answer all the same: the failures of the request. */
static bool has_answer(const struct pw_state *state) {
    return state->has_failures && state->failures.count > 0 && state->error == PW_INVALID;
}

bool pw_run(pw_call *call, pw_hook *hook, const char *name) {
    struct pw_state *state = call->state;
    state->error = PW_OTHER;
    if (hook == NULL) return failed(call, PW_UNSUPPORTED, text_of(pw_printf("the component has no hook `%s` for %s", name, call->token)));
    bool succeeded = hook(call);
    /* After a declaration that failed, the call has its error. */
    if ((succeeded && !state->has_failed_declaration) || has_answer(state)) return true;
    if (state->message.at == NULL) failed(call, PW_OTHER, text_of(pw_printf("the hook `%s` failed and gave no reason", name)));
    return false;
}

bool has_new_id(pw_call *call) {
    if (call->state->id.length > 0) return true;
    return failed(call, PW_OTHER, LITERAL("the hook `create` succeeded, but did not set an id: call `pw_set_id`"));
}

/* --- values that cannot be recorded ---------------------------------------------------------------------------- */

static const char *refusal(text fault) {
    return pw_printf("the provider's answer cannot be recorded: %s", fault.at);
}

bool write_answer(const pw_value *values, text *to, pw_call *call) {
    text fault = {0};
    *to = write_json(values, &fault);
    return fault.length == 0 || failed(call, PW_OTHER, text_of(refusal(fault)));
}

recorded record_outputs(const pw_value *outputs) {
    recorded made = {0};
    text fault = {0};
    if (outputs == NULL) outputs = pw_new_map();
    made.outputs = write_json(outputs, &fault);
    if (fault.length == 0) return made;
    pw_value *kept = pw_new_map();
    for (size_t index = 0; index < outputs->map.count; index++) {
        member one = outputs->map.members[index];
        pw_value *alone = pw_new_map();
        put(alone, one.key, one.value);
        text wrong = {0};
        write_json(alone, &wrong);
        if (wrong.length == 0) {
            put(kept, one.key, one.value);
            continue;
        }
        text reason = text_of(refusal(wrong));
        GROW(made.reasons, reason);
        GROW(made.names, one.key);
    }
    made.outputs = write_json(kept, &fault);
    return made;
}
