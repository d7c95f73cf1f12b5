/* Calls of hooks: the beginning of an answer, and the changes that a hook makes. */
#include "internal.h"

void grow(void **at, size_t *count, size_t *capacity, size_t size) {
    if (*count < *capacity) return;
    size_t wanted = *capacity == 0 ? 8 : *capacity * 2;
    void *made = take(wanted * size);
    if (*count > 0) memcpy(made, *at, *count * size);
    *at = made;
    *capacity = wanted;
}

bool failed(pw_call *call, pw_error error, text message) {
    call->state->error = error;
    call->state->message = message;
    return false;
}

/* --- errors ---------------------------------------------------------------------------------------------------- */

bool pw_fail(pw_call *call, pw_error error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text message = printed(format, arguments);
    va_end(arguments);
    if (error == PW_INVALID && call->state->failures.count == 0) {
        failure whole = {LITERAL(""), message};
        GROW(call->state->failures, whole);
    }
    return failed(call, error, message);
}

static bool add_reason(pw_call *call, const char *format, va_list arguments) {
    text reason = printed(format, arguments);
    GROW(call->state->reasons, reason);
    return failed(call, PW_PARTIAL, reason);
}

bool pw_partial(pw_call *call, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_reason(call, format, arguments);
    va_end(arguments);
    return false;
}

bool pw_reason(pw_call *call, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_reason(call, format, arguments);
    va_end(arguments);
    return false;
}

pw_error pw_error_of(const pw_call *call) {
    return call->state->error;
}

const char *pw_message(const pw_call *call) {
    return call->state->message.at == NULL ? "" : call->state->message.at;
}

void pw_wrong(pw_call *call, const char *path, const char *format, ...) {
    if (has_read_unknown && call->state->is_check) return;
    va_list arguments;
    va_start(arguments, format);
    failure wrong = {copied(path, strlen(path)), printed(format, arguments)};
    va_end(arguments);
    GROW(call->state->failures, wrong);
}

/* --- answers --------------------------------------------------------------------------------------------------- */

bool pw_set_id(pw_call *call, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    call->state->id = printed_value(format, arguments);
    va_end(arguments);
    return true;
}

void pw_set(pw_call *call, const char *key, const pw_value *value) {
    pw_value *answer = call->state->is_check ? call->new_inputs : call->new_outputs;
    if (answer == NULL) give_up("this hook has no answer to put `%s` into", key);
    bool is_uncertain = has_read_unknown && value != NULL && (call->state->is_check || call->preview);
    pw_put(answer, key, is_uncertain ? pw_new_unknown() : value);
}

void pw_set_text(pw_call *call, const char *key, const char *words) {
    pw_set(call, key, words == NULL ? NULL : pw_new_text(words));
}

void pw_set_number(pw_call *call, const char *key, double value) {
    pw_set(call, key, pw_new_number(value));
}

void pw_set_integer(pw_call *call, const char *key, int64_t value) {
    pw_set(call, key, pw_new_integer(value));
}

void pw_set_bool(pw_call *call, const char *key, bool value) {
    pw_set(call, key, pw_new_bool(value));
}

void pw_set_result(pw_call *call, const pw_value *value) {
    call->state->result = value;
}

bool pw_gone(pw_call *call) {
    call->state->is_gone = true;
    return true;
}

void pw_found(pw_call *call, const char *id, const char *name) {
    found one = {copied(id, strlen(id)).at, copied(name, strlen(name)).at};
    GROW(call->state->found, one);
}

void pw_next_page(pw_call *call, const char *token) {
    call->state->next_page = copied(token, strlen(token));
}

void pw_step(pw_call *call, pw_operation operation, const pw_view *old, const pw_view *made) {
    step one = {.operation = operation, .old = old, .made = made};
    GROW(call->state->steps, one);
}

/* --- differences ----------------------------------------------------------------------------------------------- */

size_t pw_difference_count(const pw_call *call) {
    return call->state->differences.count;
}

pw_difference pw_difference_at(const pw_call *call, size_t index) {
    if (index >= call->state->differences.count) give_up("there is no difference %zu", index);
    difference found = call->state->differences.at[index];
    return (pw_difference){found.path, found.kind};
}

/* Whether a path is the property's, or one of a part of it. */
static bool is_within(const char *path, const char *property) {
    size_t length = strlen(property);
    return strncmp(path, property, length) == 0 && (path[length] == 0 || path[length] == '.' || path[length] == '[');
}

void pw_replace(pw_call *call, const char *path) {
    for (size_t index = 0; index < call->state->differences.count; index++) {
        difference *found = &call->state->differences.at[index];
        if (is_within(found->path, path)) found->kind |= 1;
    }
}

void pw_ignore(pw_call *call, const char *path) {
    size_t kept = 0;
    for (size_t index = 0; index < call->state->differences.count; index++) {
        difference found = call->state->differences.at[index];
        if (!is_within(found.path, path)) call->state->differences.at[kept++] = found;
    }
    call->state->differences.count = kept;
}

void pw_differ(pw_call *call, const char *path, pw_difference_kind kind) {
    difference one = {copied(path, strlen(path)).at, kind};
    GROW(call->state->differences, one);
}

/* --- the tables ------------------------------------------------------------------------------------------------ */

/* Whether a name is the token, or its last part in the module `index`. */
static bool names(const char *name, text token) {
    static const char index[] = ":index:";
    size_t length = strlen(name), middle = sizeof index - 1;
    if (same(text_of(name), token)) return true;
    if (token.length < length + middle || memcmp(token.at + token.length - length, name, length) != 0) return false;
    return memcmp(token.at + token.length - length - middle, index, middle) == 0;
}

const pw_resource *resource_of(text token) {
    const pw_resource *volatile first = pw_resources;
    for (const pw_resource *at = first; at->type != NULL; at++)
        if (names(at->type, token)) return at;
    return NULL;
}

const pw_function *function_of(text token) {
    const pw_function *volatile first = pw_functions;
    for (const pw_function *at = first; at->name != NULL; at++)
        if (names(at->name, token)) return at;
    return NULL;
}

const pw_properties *properties_of(text token) {
    for (const pw_properties *at = pw_property_table; at->token != NULL; at++)
        if (same(text_of(at->token), token)) return at;
    return NULL;
}

static bool has_name(const char *const *list, text name) {
    for (; *list != NULL; list++)
        if (same(text_of(*list), name)) return true;
    return false;
}

/* --- the beginning of an answer -------------------------------------------------------------------------------- */

pw_value *beginning_of_outputs(const pw_call *call) {
    pw_value *made = pw_new_map();
    const pw_properties *properties = properties_of(text_of(call->token));
    if (properties == NULL) return made;
    for (size_t index = 0; has_members(call->inputs) && index < call->inputs->map.count; index++) {
        member one = call->inputs->map.members[index];
        /* A null says that the property is not given. */
        if (one.value->kind != PW_NULL && has_name(properties->outputs, one.key)) put(made, one.key, one.value);
    }
    for (size_t index = 0; has_members(call->old_outputs) && index < call->old_outputs->map.count; index++) {
        member one = call->old_outputs->map.members[index];
        bool is_output_alone = has_name(properties->outputs, one.key) && !has_name(properties->inputs, one.key);
        if (is_output_alone) put(made, one.key, one.value);
    }
    return made;
}

bool pw_is_recorded(const pw_call *call) {
    const pw_properties *properties = properties_of(text_of(call->token));
    if (call->old_outputs == NULL || properties == NULL) return call->old_outputs != NULL;
    for (const char *const *at = properties->required; *at != NULL; at++)
        if (get(call->old_outputs, text_of(*at)) == NULL) return false;
    return true;
}
