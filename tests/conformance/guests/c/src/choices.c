/* Enums, unions and constants. */
#include "guest.h"

static const char *size_story(const char *size) {
    if (strcmp(size, SIZE_SMALL) == 0) return "small";
    return strcmp(size, SIZE_MEDIUM) == 0 ? "medium" : "large";
}

static const char *postage_story(const pw_value *postage) {
    if (postage == NULL) return "nothing";
    if (strcmp(pw_text(postage, "kind"), "stamps") == 0) return pw_printf("stamps of %lld", (long long)pw_integer(postage, "cents"));
    return pw_printf("a bill of %s", pw_text(postage, "account"));
}

static const char *mark_story(const pw_value *mark) {
    switch (pw_kind_of(mark)) {
    case PW_NUMBER: return "a number";
    case PW_TEXT: return "a text";
    default: return "nothing";
    }
}

static const char *port_story(const int64_t *port) {
    if (port == NULL) return "";
    return *port == PORT_HTTP ? ", in the clear" : ", encrypted";
}

bool choices_create(pw_call *call) {
    choices_inputs in = choices_inputs_of(call->inputs);
    choices_set_story(call, pw_printf("%s, %s, %s%s", size_story(in.size), postage_story(in.postage), mark_story(in.mark), port_story(in.port)));
    return pw_set_id(call, "choices");
}
