/* Values of declarations, which are written in the same way under the host and in unit tests. The first failure ends all declarations. */
#include "internal.h"

/* Writes a value of a declaration. False if a declaration has failed before, or if Pulumi cannot hold the value: then nothing more is declared. */
static bool write_declared(pw_call *call, const pw_value *value, const char *part, const char *of, text *to) {
    if (call->state->has_failed_declaration) return false;
    text fault = {0};
    *to = write_json(value, &fault);
    if (fault.length == 0) return true;
    call->state->has_failed_declaration = true;
    return failed(call, PW_OTHER, text_of(pw_printf("%s of `%s` cannot be sent: %s", part, of, fault.at)));
}

bool write_part(pw_call *call, const pw_value *map, const char *part, const char *of, text *to) {
    return write_declared(call, map == NULL ? pw_new_map() : map, part, of, to);
}

bool write_source(pw_call *call, const pw_value *source, const char *place, text *to) {
    return write_declared(call, source, "the source", place, to);
}
