/* Greets people: the smallest provider that does something. */
#include <provider.h>

static bool create(pw_call *call) {
    greeting_inputs in = greeting_inputs_of(call->inputs);
    pw_log(PW_INFO, "greeting %s", in.name);
    greeting_set_message(call, pw_printf("%s, %s!", in.salutation, in.name));
    return pw_set_id(call, "%s", in.name);
}

PW_RESOURCES({.type = GREETING, .create = create});
