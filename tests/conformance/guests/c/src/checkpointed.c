/* Resources that take several steps to create. */
#include "guest.h"

#include <assert.h>

static void checkpointed_at(pw_call *call, const char *stage) {
    checkpointed_set_stage(call, stage);
    checkpointed_set_key(call, "sesame");
}

bool checkpointed_create(pw_call *call) {
    const char *id = pw_printf("checkpointed-%s", call->name), *ending = pw_text(call->inputs, CHECKPOINTED_ENDING);
    checkpointed_at(call, "begun");
    if (!pw_checkpoint(call, id)) return false;
    if (strcmp(ending, "fail") == 0) return pw_fail(call, PW_OTHER, "the second step failed");
    assert(strcmp(ending, "crash") != 0 && "the guest stumbled");
    checkpointed_at(call, "done");
    return pw_set_id(call, "%s", id);
}

bool checkpointed_resume(pw_call *call) {
    checkpointed_at(call, pw_printf("resumed after %s", pw_text(call->old_outputs, CHECKPOINTED_STAGE)));
    return true;
}

bool checkpointed_update(pw_call *call) {
    checkpointed_at(call, "updating");
    if (!pw_checkpoint(call, call->id)) return false;
    if (strcmp(pw_text(call->inputs, CHECKPOINTED_ENDING), "fail") == 0) return pw_fail(call, PW_OTHER, "the update failed");
    checkpointed_at(call, "updated");
    return true;
}

bool half_made_create(pw_call *call) {
    half_made_inputs in = half_made_inputs_of(call->inputs);
    const char *id = pw_printf("half-%s", in.label);
    half_made_set_first(call, "disk");
    if (!pw_checkpoint(call, id)) return false;
    if (!in.ends) return pw_fail(call, PW_OTHER, "the second step failed");
    half_made_set_second(call, "started");
    return pw_set_id(call, "%s", id);
}

/* The second output, which may not be recorded. */
static const char *second_of(const pw_call *call) {
    const char *second = pw_optional_text(call->old_outputs, HALF_MADE_SECOND);
    return second == NULL ? "nothing" : second;
}

bool half_made_resume(pw_call *call) {
    half_made_set_second(call, pw_printf("started after %s", second_of(call)));
    return true;
}

bool half_made_delete(pw_call *call) {
    pw_log(PW_INFO, "deleting %s, %s", pw_text(call->old_outputs, HALF_MADE_FIRST), second_of(call));
    return true;
}

bool waiting_create(pw_call *call) {
    waiting_inputs in = waiting_inputs_of(call->inputs);
    pw_backoff pauses = {.first_delay_ms = 5, .factor = 1, .max_delay_ms = 5, .timeout_ms = (uint32_t)in.patience};
    uint32_t look = 1;
    for (; look < in.looks; look++)
        if (!pw_pause(call, &pauses, look, pw_printf("look %u of %u", (unsigned)look, (unsigned)in.looks))) return false;
    waiting_set_ready(call, look);
    return pw_set_id(call, "waiting");
}
