/* The provider demo. */
#include <provider.h>

static bool greet(pw_call *call) {
    greeting_inputs in = greeting_inputs_of(call->inputs);
    greeting_set_message(call, pw_printf("%s, %s!", in.salutation, in.name));
    return true;
}

static bool create(pw_call *call) {
    greeting_inputs in = greeting_inputs_of(call->inputs);
    pw_log(PW_INFO, "greeting %s", in.name);
    return greet(call) && pw_set_id(call, "%s", in.name);
}

PW_RESOURCES({.type = GREETING, .create = create, .update = greet});
