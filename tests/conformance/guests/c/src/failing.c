/* Every way in which a hook can fail. */
#include "guest.h"

#include <assert.h>

bool fail_with(pw_call *call, const char *how) {
    static const struct {
        const char *name, *message;
        pw_error error;
    } errors[] = {
        {"not-found", "it is nowhere", PW_NOT_FOUND},   {"already-exists", "it is there", PW_ALREADY_EXISTS},
        {"denied", "it is forbidden", PW_DENIED},       {"unavailable", "it is away", PW_UNAVAILABLE},
        {"timed-out", "it is late", PW_TIMED_OUT},      {"cancelled", "it is over", PW_CANCELLED},
        {"unsupported", "it is not done", PW_UNSUPPORTED},
    };
    assert(strcmp(how, "crash") != 0 && "the guest stumbled");
    if (strcmp(how, "invalid") == 0) {
        pw_wrong(call, "how", "is bad");
        pw_wrong(call, "note.of[0]", "is worse");
        return pw_fail(call, PW_INVALID, "two properties are wrong");
    }
    for (size_t index = 0; index < sizeof errors / sizeof *errors; index++)
        if (strcmp(errors[index].name, how) == 0) return pw_fail(call, errors[index].error, "%s", errors[index].message);
    return pw_fail(call, PW_OTHER, "it is broken");
}

/* Calls itself for ever. The addition behind the call keeps the compiler from making a loop of it. */
#pragma clang diagnostic ignored "-Winfinite-recursion"
static uint64_t deeper(volatile uint64_t *depth) {
    volatile uint64_t here = *depth + 1;
    return deeper(&here) + here;
}

static bool fail_at(pw_call *call, const pw_value *properties, const char *at) {
    const pw_value *where = pw_get(properties, FAILING_AT), *how = pw_get(properties, FAILING_HOW);
    if (!pw_is_known(where) || !pw_is_known(how) || strcmp(pw_string(where), at) != 0) return true;
    if (strcmp(pw_string(how), "endless") == 0)
        for (volatile uint32_t rounds = 0;;) rounds = rounds > 1000 ? 0 : rounds + 1;
    if (strcmp(pw_string(how), "recursion") == 0) {
        volatile uint64_t depth = 0;
        return deeper(&depth) != 0;
    }
    if (strcmp(pw_string(how), "partial") == 0) {
        pw_set_id(call, "failing");
        pw_partial(call, "it is not whole");
        return pw_reason(call, "nor ready");
    }
    return fail_with(call, pw_string(how));
}

bool failing_check(pw_call *call) {
    return fail_at(call, call->inputs, "check");
}

bool failing_diff(pw_call *call) {
    return fail_at(call, call->inputs, "diff");
}

bool failing_create(pw_call *call) {
    return fail_at(call, call->inputs, "create") && pw_set_id(call, "failing");
}

bool failing_preview(pw_call *call) {
    return fail_at(call, call->inputs, "preview");
}

bool failing_read(pw_call *call) {
    return pw_is_recorded(call) ? fail_at(call, call->old_outputs, "read") : pw_gone(call);
}

bool failing_update(pw_call *call) {
    return fail_at(call, call->inputs, "update");
}

bool failing_delete(pw_call *call) {
    return fail_at(call, call->old_outputs, "delete");
}
