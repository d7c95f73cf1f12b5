/* The findings of a look at things. */
#include "guest.h"

bool drifting_create(pw_call *call) {
    drifting_set_story(call, "made");
    return pw_set_id(call, "%s", call->name);
}

static bool is(const pw_call *call, const char *id) {
    return strcmp(call->id, id) == 0;
}

bool drifting_read(pw_call *call) {
    bool is_import = !pw_is_recorded(call);
    if (is_import) {
        drifting_set_level(call, 1);
        drifting_set_story(call, "imported");
    }
    if (is(call, "gone") || (is(call, "unknown") && is_import)) return pw_gone(call);
    if (is(call, "higher")) drifting_set_level(call, pw_integer(call->new_outputs, DRIFTING_LEVEL) + 1);
    if (is(call, "moved")) return pw_set_id(call, "moved-away");
    if (is(call, "broken")) return pw_partial(call, "it is bent");
    if (is(call, "eager")) call->refresh_before_update = true;
    if (is(call, "explained")) {
        call->new_inputs = pw_new_map();
        pw_put(call->new_inputs, DRIFTING_LEVEL, pw_new_integer(99));
        pw_put(call->new_inputs, DRIFTING_PLACE, pw_new_text("explained"));
    }
    return true;
}

bool drifting_delete(pw_call *call) {
    pw_log(PW_INFO, "deleting %s", call->id);
    return is(call, "gone") ? pw_fail(call, PW_NOT_FOUND, "it is gone") : true;
}
