/* Numbers with all their digits, the arguments of a lookup, names, ids, and state of earlier versions. */
#include "guest.h"

#include <math.h>

bool located_update(pw_call *call) {
    located_inputs in = located_inputs_of(call->inputs);
    if (in.wish != NULL && strcmp(in.wish, "not-ready") == 0) return pw_fail(call, PW_AWAIT_FAILED, "it is not ready");
    located_set_next(call, in.size == NULL ? NULL : pw_printf("%llu", strtoull(in.size, NULL, 10) + 1));
    located_set_place(call, pw_printf("%s/%s", call->project == NULL ? "?" : call->project, call->stack == NULL ? "?" : call->stack));
    return true;
}

bool located_create(pw_call *call) {
    return located_update(call) && pw_set_id(call, "located");
}

bool located_read(pw_call *call) {
    if (!pw_is_recorded(call)) {
        located_set_region(call, pw_optional_text(call->old_inputs, LOCATED_REGION));
        located_set_place(call, "found");
    }
    if (strcmp(pw_text(call->new_outputs, LOCATED_WISH), "no-number") == 0) located_set_ratio(call, NAN);
    return true;
}

/* --- names and ids --------------------------------------------------------------------------------------------- */

static void name_it(pw_call *call, const char *region, const char *label, int64_t changes) {
    named_set_address(call, pw_printf("%s.example/%s", region, label));
    named_set_changes(call, changes);
}

bool named_create(pw_call *call) {
    named_inputs in = named_inputs_of(call->inputs);
    name_it(call, in.region, in.label, 0);
    return pw_set_id(call, "%s/%s", in.region, in.label);
}

bool named_read(pw_call *call) {
    if (pw_is_recorded(call)) return true;
    named_inputs in = named_inputs_of(call->old_inputs);
    named_set_region(call, in.region);
    named_set_label(call, in.label);
    named_set_note(call, "imported");
    name_it(call, in.region, in.label, 1);
    return true;
}

bool named_update(pw_call *call) {
    named_inputs in = named_inputs_of(call->inputs);
    name_it(call, in.region, in.label, pw_integer(call->old_outputs, NAMED_CHANGES) + 1);
    return true;
}

/* --- migrations ------------------------------------------------------------------------------------------------ */

/* Version 0 had a `size` as text, and version 1 had no `kind`. */
static void migrate_one(pw_value *properties, uint32_t from) {
    if (properties == NULL) return;
    if (from < 1) {
        pw_put(properties, MIGRATED_GIGABYTES, pw_new_integer(strtoll(pw_text(properties, "size"), NULL, 10)));
        pw_put(properties, "size", NULL);
    }
    if (pw_get(properties, MIGRATED_KIND) == NULL) pw_put(properties, MIGRATED_KIND, pw_new_text("disk"));
}

bool migrated_migrate(pw_call *call) {
    migrate_one(call->new_inputs, call->from_version);
    migrate_one(call->new_outputs, call->from_version);
    return true;
}

bool migrated_create(pw_call *call) {
    return pw_set_id(call, "migrated");
}

bool migrated_delete(pw_call *call) {
    migrated_outputs old = migrated_outputs_of(call->old_outputs);
    pw_log(PW_INFO, "%lld GB of %s", (long long)old.gigabytes, old.kind);
    return true;
}

/* --- lists ------------------------------------------------------------------------------------------------------- */

bool shelf_create(pw_call *call) {
    return pw_set_id(call, "shelf");
}

/* Two on each page. */
bool shelf_list(pw_call *call) {
    static const char *const known[] = {"art-1", "art-2", "law-1", "law-2", "law-3"};
    const char *prefix = pw_text(call->inputs, "prefix");
    unsigned long from = strtoul(call->continuation_token, NULL, 10), matching = 0;
    for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
        if (strncmp(known[index], prefix, strlen(prefix)) != 0) continue;
        if (matching >= from && matching < from + 2) pw_found(call, known[index], pw_printf("Shelf %s", known[index]));
        matching++;
    }
    if (from + 2 < matching) pw_next_page(call, pw_printf("%lu", from + 2));
    return true;
}
