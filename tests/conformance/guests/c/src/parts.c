/* Parts that appear as views. */
#include "guest.h"

static const pw_view *part(const char *name) {
    pw_value *shown = pw_new_map();
    pw_put(shown, "label", pw_new_text(name));
    pw_view *made = pw_take(sizeof *made);
    *made = (pw_view){"conformance:index:Part", name, "", "", shown, shown};
    return made;
}

static bool is_among(const pw_value *names, const char *name) {
    for (size_t index = 0; index < pw_count(names); index++)
        if (strcmp(pw_string(pw_at(names, index)), name) == 0) return true;
    return false;
}

static const pw_view *old_part(const pw_call *call, const char *name) {
    for (size_t index = 0; index < call->old_view_count; index++)
        if (strcmp(call->old_views[index].name, name) == 0) return &call->old_views[index];
    return NULL;
}

bool parts_update(pw_call *call) {
    const pw_value *names = pw_get(call->inputs, PARTS_NAMES);
    for (size_t index = 0; index < call->old_view_count; index++)
        if (!is_among(names, call->old_views[index].name)) pw_step(call, PW_DELETED, &call->old_views[index], NULL);
    for (size_t index = 0; index < pw_count(names); index++) {
        const pw_view *made = part(pw_string(pw_at(names, index))), *old = old_part(call, made->name);
        pw_step(call, old == NULL ? PW_CREATED : PW_SAME, old, made);
    }
    return pw_publish(call);
}

bool parts_create(pw_call *call) {
    return parts_update(call) && pw_set_id(call, "parts");
}
