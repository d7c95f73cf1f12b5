/* Unit tests on this machine judge answers as the host does. */
#include <pulumi_wasm_test.h>

#include <assert.h>
#include <math.h>

const char pw_manifest[] = "{}";
static const char *const names[] = {"how", "count", NULL};
const pw_properties pw_property_table[] = {{"a:index:Thing", names, names, names}, {0}};

static bool is(const pw_call *call, const char *how) {
    return strcmp(pw_text(call->inputs, "how"), how) == 0;
}

static bool check(pw_call *call) {
    if (is(call, "wrong")) pw_wrong(call, "how", "it is wrong");
    if (is(call, "invalid")) return pw_fail(call, PW_INVALID, "all of it is wrong");
    if (is(call, "large")) pw_set_number(call, "count", INFINITY);
    return !is(call, "denied") || pw_fail(call, PW_DENIED, "not you");
}

static bool create(pw_call *call) {
    if (is(call, "silent")) return false;
    if (is(call, "no id")) return true;
    if (is(call, "checkpoint")) {
        pw_set_number(call, "count", NAN);
        return pw_checkpoint(call, "one") && pw_set_id(call, "one");
    }
    pw_set_integer(call, "count", is(call, "large") ? INT64_MAX : 1);
    return pw_set_id(call, "one");
}

static bool twice(pw_call *call) {
    pw_set_result(call, pw_new_number(2 * pw_double(call->inputs)));
    return true;
}

static bool construct(pw_call *call) {
    pw_value *inputs = pw_new_map();
    pw_put(inputs, "known", pw_output(pw_apply(call, pw_new_integer(3), twice, PW_HERE), NULL));
    pw_node first = pw_register(call, PW_CUSTOM, "a:index:Thing", pw_printf("%s-first", call->name), inputs, NULL, PW_HERE);
    pw_value *later = pw_new_map();
    pw_put(later, "later", pw_output(pw_apply(call, pw_output(first, "id"), twice, PW_HERE), NULL));
    if (is(call, "large")) pw_put(later, "count", pw_new_number(INFINITY));
    if (is(call, "endless source")) pw_apply(call, pw_new_number(NAN), twice, "answers.c:1");
    pw_register(call, PW_CUSTOM, "a:index:Thing", "second", later, NULL, PW_HERE);
    return true;
}

PW_RESOURCES({.type = "Thing", .check = check, .create = create, .construct = construct});

static pw_test_call with(const char *how) {
    return (pw_test_call){.token = "a:index:Thing", .inputs = pw_printf("{\"how\": \"%s\"}", how), .name = "site"};
}

static bool has(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

int main(void) {
    pw_test_result made = pw_test_check(with("right"));
    assert(made.succeeded && made.failure_count == 0);
    made = pw_test_check(with("wrong"));
    assert(made.succeeded && made.failure_count == 1 && strcmp(made.paths[0], "how") == 0);
    /* An error about the request is an answer with failures, as under the host. */
    made = pw_test_check(with("invalid"));
    assert(made.succeeded && made.failure_count == 1 && has(made.reasons[0], "all of it"));
    made = pw_test_check(with("denied"));
    assert(!made.succeeded && made.error == PW_DENIED && has(made.message, "not you"));
    made = pw_test_check(with("large"));
    assert(!made.succeeded && has(made.message, "cannot be recorded: count: infinity"));

    made = pw_test_create(with("right"));
    assert(made.succeeded && strcmp(made.id, "one") == 0 && pw_integer(made.values, "count") == 1);
    made = pw_test_create(with("silent"));
    assert(!made.succeeded && has(made.message, "gave no reason"));
    made = pw_test_create(with("no id"));
    assert(!made.succeeded && has(made.message, "pw_set_id"));
    made = pw_test_create(with("large"));
    assert(!made.succeeded && made.error == PW_PARTIAL && has(made.message, "count: 9223372036854775807 is too large"));
    made = pw_test_create(with("checkpoint"));
    assert(!made.succeeded && has(made.message, "count: NaN") && made.checkpoint != NULL);
    assert(pw_get(made.checkpoint, "count") == NULL && strcmp(pw_text(made.checkpoint, "how"), "checkpoint") == 0);

    made = pw_test_construct(with("right"));
    assert(made.succeeded && pw_test_declaration_count() == 2);
    pw_test_declaration first = pw_test_declaration_at(0), second = pw_test_declaration_at(1);
    assert(strcmp(first.name, "site-first") == 0 && first.kind == PW_CUSTOM && first.look_up == NULL);
    assert(pw_double(pw_test_computed(pw_get(first.inputs, "known"))) == 6);
    assert(pw_test_computed(pw_get(second.inputs, "later")) == NULL);
    made = pw_test_construct(with("large"));
    /* The words are the same under the host. */
    assert(!made.succeeded && has(made.message, "the inputs of `second` cannot be sent: count: infinity") && pw_test_declaration_count() == 1);
    made = pw_test_construct(with("endless source"));
    assert(!made.succeeded && has(made.message, "the source of `answers.c:") && has(made.message, "cannot be sent: NaN"));

    /* JSON for somebody else than Pulumi keeps all digits. */
    assert(strcmp(pw_write(pw_new_integer(INT64_MAX)), "9223372036854775807") == 0);
    return 0;
}
