/* Values of each type, as they come and go. */
#include "guest.h"

bool values_update(pw_call *call) {
    static const char *const names[] = {VALUES_ANYTHING, VALUES_FLAG,  VALUES_NUMBER, VALUES_NUMBERS, VALUES_POINT,
                                        VALUES_ROUTE,    VALUES_TABLE, VALUES_TEXT,   VALUES_TEXTS,   VALUES_WHOLE};
    pw_value *given = pw_new_list();
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        pw_kind kind = pw_kind_of(pw_get(call->inputs, names[index]));
        if (kind != PW_ABSENT && kind != PW_NULL) pw_append(given, pw_new_text(names[index]));
    }
    values_set_given(call, given);
    const pw_value *text = pw_get(call->inputs, VALUES_TEXT);
    pw_set(call, VALUES_TEXT_LENGTH, pw_kind_of(text) == PW_TEXT ? pw_new_integer((int64_t)pw_characters(text)) : NULL);
    return true;
}

bool values_create(pw_call *call) {
    return values_update(call) && pw_set_id(call, "values");
}

/* --- secrets --------------------------------------------------------------------------------------------------- */

/* The characters of a text in reverse order. */
static const char *reversed(const pw_value *text) {
    size_t length = pw_length(text);
    const char *from = pw_string(text);
    char *made = pw_take(length + 1);
    for (size_t index = 0; index < length; index++) made[length - 1 - index] = from[index];
    return made;
}

bool hidden_update(pw_call *call) {
    hidden_set_fingerprint(call, reversed(pw_get(call->inputs, HIDDEN_CODE)));
    hidden_set_pin_length(call, (int64_t)pw_characters(pw_get(call->inputs, HIDDEN_PIN)));
    hidden_set_note_was_secret(call, pw_is_secret(pw_get(call->inputs, HIDDEN_NOTE)));
    return true;
}

bool hidden_create(pw_call *call) {
    return hidden_update(call) && pw_set_id(call, "hidden");
}

bool hidden_read(pw_call *call) {
    return pw_is_recorded(call) ? true : pw_gone(call);
}

/* --- assets and references ------------------------------------------------------------------------------------- */

static bool read_letter(pw_call *call, const pw_value *letter) {
    pw_asset opened;
    const char *text;
    size_t length;
    if (letter == NULL) return true;
    if (!pw_open_asset(call, letter, &opened) || !pw_asset_text(call, letter, &text, &length)) return false;
    files_set_text(call, text);
    files_set_size(call, (int64_t)opened.size);
    return true;
}

static bool read_goods(pw_call *call, const pw_value *goods) {
    const pw_entry *entries;
    size_t count;
    if (goods == NULL) return true;
    if (!pw_entries(call, goods, &entries, &count)) return false;
    pw_value *contents = pw_new_list();
    for (size_t index = 0; index < count; index++) {
        const char *text;
        size_t length;
        if (!pw_asset_text(call, entries[index].asset, &text, &length)) return false;
        pw_append(contents, pw_new_text(pw_printf("%s: %s", entries[index].path, text)));
    }
    files_set_contents(call, contents);
    return true;
}

bool files_create(pw_call *call) {
    files_inputs in = files_inputs_of(call->inputs);
    if (!read_letter(call, in.letter) || !read_goods(call, in.goods)) return false;
    files_set_receipt(call, pw_new_asset("received"));
    return pw_set_id(call, "files");
}

bool pointer_create(pw_call *call) {
    pointer_inputs in = pointer_inputs_of(call->inputs);
    pointer_set_id_of_bare(call, pw_optional_text(in.bare, "id"));
    pointer_set_urn_of_other(call, pw_optional_text(in.other, "urn"));
    return pw_set_id(call, "pointer");
}

/* --- numbers --------------------------------------------------------------------------------------------------- */

bool overflowing_update(pw_call *call) {
    bool is_high = strcmp(pw_text(call->inputs, OVERFLOWING_LABEL), "high") == 0;
    overflowing_set_count(call, is_high ? (INT64_C(1) << 53) + 2 : 1);
    overflowing_set_unit(call, "piece");
    return true;
}

bool overflowing_create(pw_call *call) {
    return overflowing_update(call) && pw_set_id(call, "over");
}
