/* The resource that every peer of the benchmark serves: without hooks before `create`, and with. */
#include <provider.h>

static bool is_space(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

/* Takes the spaces around the label away. */
static bool check(pw_call *call) {
    const pw_value *given = pw_get(call->inputs, HOOKED_LABEL);
    if (!pw_is_known(given)) return true;
    const char *label = pw_string(given), *end = label + pw_length(given);
    while (is_space(*label)) label++;
    while (end > label && is_space(end[-1])) end--;
    const pw_value *trimmed = pw_new_bytes(label, (size_t)(end - label));
    hooked_set_label(call, pw_string(trimmed));
    return true;
}

static bool diff(pw_call *call) {
    (void)call;
    return true;
}

static bool update(pw_call *call) {
    const pw_value *items = pw_get(call->inputs, THING_ITEMS);
    double total = 0;
    for (size_t index = 0; index < pw_count(items); index++) total += pw_number(pw_at(items, index), "size");
    thing_set_total(call, total);
    return true;
}

static bool create(pw_call *call) {
    return update(call) && pw_set_id(call, "%s", pw_text(call->inputs, THING_LABEL));
}

PW_RESOURCES({.type = THING, .create = create, .update = update},
             {.type = HOOKED, .check = check, .diff = diff, .create = create, .update = update});
