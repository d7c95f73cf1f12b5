/* Previews, the results after them, and messages. */
#include "guest.h"

#include <stdio.h>

static const char *greeting(const char *label) {
    return pw_printf("Hello, %s!", label);
}

bool previewed_preview(pw_call *call) {
    if (pw_is_known(pw_get(call->inputs, PREVIEWED_LABEL))) previewed_set_greeting(call, greeting(pw_text(call->inputs, PREVIEWED_LABEL)));
    if (call->old_outputs == NULL) pw_log(PW_DEBUG, "preview: %s", call->preview ? "true" : "false");
    return true;
}

bool previewed_create(pw_call *call) {
    previewed_set_greeting(call, greeting(pw_text(call->inputs, PREVIEWED_LABEL)));
    previewed_set_number(call, 7);
    previewed_set_birth(call, "today");
    return pw_set_id(call, "previewed-%s", call->name);
}

bool previewed_update(pw_call *call) {
    previewed_set_greeting(call, greeting(pw_text(call->inputs, PREVIEWED_LABEL)));
    previewed_set_number(call, pw_integer(call->old_outputs, PREVIEWED_NUMBER) + 1);
    return true;
}

bool promising_preview(pw_call *call) {
    promising_set_promise(call, "gold");
    return true;
}

bool promising_create(pw_call *call) {
    promising_set_promise(call, pw_bool(call->inputs, PROMISING_HONEST) ? "gold" : "lead");
    return pw_set_id(call, "promising");
}

bool talking_create(pw_call *call) {
    talking_inputs in = talking_inputs_of(call->inputs);
    if (in.print != NULL) {
        puts(in.print);
    } else {
        pw_log(PW_DEBUG, "debug: %s", in.words);
        pw_log(PW_INFO, "info: %s", in.words);
        pw_log(PW_WARNING, "warning: %s", in.words);
        pw_log(PW_ERROR, "error: %s", in.words);
        pw_status("status: %s", in.words);
        pw_log(PW_INFO, "the end");
    }
    return pw_set_id(call, "talking");
}
