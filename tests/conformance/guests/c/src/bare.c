/* The host's answers for missing hooks. */
#include "guest.h"

#include <ctype.h>

bool bare_create(pw_call *call) {
    char *shout = pw_take(strlen(pw_text(call->inputs, BARE_LABEL)) + 1);
    strcpy(shout, pw_text(call->inputs, BARE_LABEL));
    for (char *at = shout; *at != 0; at++) *at = (char)toupper((unsigned char)*at);
    bare_set_shout(call, shout);
    return pw_set_id(call, "bare-%s", call->name);
}

bool exclusive_create(pw_call *call) {
    return pw_set_id(call, "the-one");
}

bool compared_create(pw_call *call) {
    return pw_set_id(call, "compared");
}

bool constrained_create(pw_call *call) {
    return pw_set_id(call, "constrained");
}

bool defaults_create(pw_call *call) {
    return pw_set_id(call, "defaults");
}

bool ruled_create(pw_call *call) {
    return pw_set_id(call, "ruled");
}
