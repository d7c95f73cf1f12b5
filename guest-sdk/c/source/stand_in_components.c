/* Unit tests on this machine: the declarations of a component resource. */
#ifndef __wasm__
#include "../pulumi_wasm_test.h"
#include "internal.h"

enum { MOST_DECLARATIONS = 1000 };

static pw_test_declaration declarations[MOST_DECLARATIONS];
static size_t declaration_count;
/* The results of computations whose source is known, by the number of the node. */
static const pw_value *computed[MOST_DECLARATIONS + 1];
static pw_node newest_node;

static void begin_declarations(void) {
    declaration_count = newest_node = 0;
}

static pw_node new_node(const pw_value *result) {
    if (newest_node == MOST_DECLARATIONS) give_up("a test has at most %d declarations", MOST_DECLARATIONS);
    computed[++newest_node] = result;
    return newest_node;
}

/* Notes a declaration, if its values can be sent. */
static pw_node declare(pw_call *call, pw_test_declaration one, const char *part, const char *of) {
    text written;
    if (!write_part(call, one.inputs, part, of, &written) || !write_part(call, one.options, "the options", of, &written)) return 0;
    pw_node node = new_node(NULL);
    /* The caller's texts may end before the test looks at them. */
    one.look_up = one.look_up == NULL ? NULL : ended(text_of(one.look_up));
    one.token = ended(text_of(one.token));
    one.name = ended(text_of(one.name));
    declarations[declaration_count++] = one;
    return node;
}

pw_node pw_register(pw_call *call, pw_resource_kind kind, const char *token, const char *name, const pw_value *inputs, const pw_value *options,
                    const char *place) {
    (void)place;
    return declare(call, (pw_test_declaration){.kind = kind, .token = token, .name = name, .inputs = inputs, .options = options}, "the inputs",
                   name);
}

pw_node pw_look_up(pw_call *call, const char *kind, const char *token, const char *name, const pw_value *arguments, const pw_value *options,
                   const char *place) {
    (void)place;
    return declare(call, (pw_test_declaration){.look_up = kind, .token = token, .name = name, .inputs = arguments, .options = options},
                   "the arguments", token);
}

/* Whether a value depends on a node. */
static bool has_output(const pw_value *value) {
    const pw_value *signature = get(value, LITERAL(SIGNATURE));
    if (signature != NULL && signature->kind == PW_TEXT && same(signature->text, LITERAL(OUTPUT))) return true;
    for (size_t index = 0; index < pw_count(value); index++)
        if (has_output(pw_at(value, index))) return true;
    return false;
}

pw_node pw_apply(pw_call *call, const pw_value *source, pw_hook *function, const char *place) {
    text written;
    if (!write_source(call, source, place, &written)) return 0;
    if (has_output(source)) return new_node(NULL);
    pw_call inner = *call;
    inner.inputs = source;
    call->state->result = NULL;
    if (!pw_run(&inner, function, "callback")) {
        call->state->has_failed_declaration = true;
        return 0;
    }
    return new_node(call->state->result);
}

bool pw_register_outputs(pw_call *call, pw_node group, const pw_value *outputs) {
    (void)group;
    text written;
    return write_part(call, outputs, "the outputs", "the group", &written);
}

pw_value *pw_function_number(pw_hook *function) {
    return pw_new_number((double)(uintptr_t)function);
}

/* --- the side of the test -------------------------------------------------------------------------------------- */

size_t pw_test_declaration_count(void) {
    return declaration_count;
}

pw_test_declaration pw_test_declaration_at(size_t index) {
    if (index >= declaration_count) give_up("there is no declaration %zu", index);
    return declarations[index];
}

const pw_value *pw_test_computed(const pw_value *output) {
    if (!has_output(output)) return output;
    const pw_value *handle = get(output, LITERAL("handle"));
    size_t node = handle == NULL ? 0 : (size_t)pw_double(handle);
    return node == 0 || node > newest_node ? NULL : computed[node];
}

#endif
