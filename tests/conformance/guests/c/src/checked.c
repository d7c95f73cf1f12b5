/* Judging and completing inputs, and correcting a comparison. */
#include "guest.h"

#include <ctype.h>

static void check_label(pw_call *call) {
    const char *label = pw_text(call->inputs, CHECKED_LABEL);
    if (strchr(label, ' ') != NULL) pw_wrong(call, CHECKED_LABEL, "must have no space");
    char *lower = pw_take(strlen(label) + 1);
    for (size_t index = 0; label[index] != 0; index++) lower[index] = (char)tolower((unsigned char)label[index]);
    if (pw_get(call->inputs, CHECKED_TITLE) == NULL) checked_set_title(call, pw_printf("The %s", lower));
    if (strcmp(label, lower) != 0) checked_set_label(call, lower);
}

bool checked_check(pw_call *call) {
    if (pw_is_known(pw_get(call->inputs, CHECKED_LABEL))) check_label(call);
    const pw_value *gates = pw_get(call->inputs, CHECKED_GATES);
    for (size_t index = 0; pw_kind_of(gates) == PW_LIST && index < pw_count(gates); index++) {
        const pw_value *port = pw_get(pw_at(gates, index), "port");
        if (pw_is_known(port) && pw_double(port) > 1024) pw_wrong(call, pw_printf("gates[%zu].port", index), "must be at most 1024");
    }
    const pw_value *size = pw_get(call->inputs, CHECKED_SIZE), *old = pw_get(call->old_inputs, CHECKED_SIZE);
    bool both = size != NULL && old != NULL && pw_is_known(size) && pw_is_known(old);
    if (both && pw_double(size) > 10 * pw_double(old)) pw_wrong(call, CHECKED_SIZE, "must not grow tenfold at once");
    return true;
}

bool checked_diff(pw_call *call) {
    if (pw_number(call->inputs, CHECKED_SIZE) < pw_number(call->old_inputs, CHECKED_SIZE)) {
        pw_replace(call, CHECKED_SIZE);
        call->delete_before_replace = true;
    }
    /* A title is only shown. */
    pw_ignore(call, CHECKED_TITLE);
    return true;
}

bool checked_create(pw_call *call) {
    return pw_set_id(call, "checked-%s", call->name);
}
