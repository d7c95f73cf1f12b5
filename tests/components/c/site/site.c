/* A part of the component in `tests/components/site`, written against the interface itself, without an SDK: component resources
 * with children, functions for values that are known later, transforms, look-ups and a method.
 *
 * A function that the host may ask for later is a number. These capture nothing, so that no session has anything to keep. */

#include <string.h>

#include "component_provider.h"
#include "json.h"

typedef component_provider_string_t text;
typedef pulumi_wasm_provider_common_error_t error;
typedef exports_pulumi_wasm_provider_components_call_context_t context;

#define THING "random:index:Thing"

/* The functions that the host calls. */
enum function { JOIN_BY_AND, JOIN_BY_DASH, JOIN_BY_HASH, COUNT, CHILD_FOR_EACH, TAG, MOVE, PATH_OF_SITE };

/* One call of the host. After the first failure nothing more is declared. */
typedef struct {
    uint32_t session;
    const char *name;
    bool has_failed;
    error *error;
} call;

/* The place in this file. */
#define TEXT_OF(line) #line
#define PLACE(line) "site.c:" TEXT_OF(line)
#define HERE PLACE(__LINE__)

static text borrowed(const char *words) {
    text same;
    component_provider_string_set(&same, words);
    return same;
}

/* A copy that the host frees. */
static text given(const char *words) {
    text copy;
    component_provider_string_dup(&copy, words);
    return copy;
}

static bool refuse(error *error, const char *words) {
    error->tag = PULUMI_WASM_PROVIDER_COMMON_ERROR_UNSUPPORTED;
    error->val.unsupported.message = given(words);
    error->val.unsupported.extra = given("{}");
    return false;
}

/* --- what a component declares -------------------------------------------------------------------------------- */

static uint32_t declare(call *call, uint8_t kind, const char *token, const char *part, const char *inputs, const char *options,
                        const char *place) {
    pulumi_wasm_provider_deployment_registration_t declared = {
        .session = call->session,
        .kind = kind,
        .token = borrowed(token),
        .name = borrowed(format("%s-%s", call->name, part)),
        .inputs = borrowed(inputs),
        .options = borrowed(options),
        .position = borrowed(place),
        .extra = borrowed("{}"),
    };
    uint32_t node = 0;
    call->has_failed = call->has_failed || !pulumi_wasm_provider_deployment_register(&declared, &node, call->error);
    return node;
}

#define CHILD(token, part, inputs, options) \
    declare(call, PULUMI_WASM_PROVIDER_DEPLOYMENT_RESOURCE_KIND_CUSTOM, token, part, inputs, options, HERE)
#define GROUP(token, part, options) \
    declare(call, PULUMI_WASM_PROVIDER_DEPLOYMENT_RESOURCE_KIND_GROUP, token, part, "{}", options, HERE)
#define REMOTE(token, part, inputs, options) \
    declare(call, PULUMI_WASM_PROVIDER_DEPLOYMENT_RESOURCE_KIND_REMOTE, token, part, inputs, options, HERE)

static void register_outputs(call *call, uint32_t group, const char *outputs) {
    pulumi_wasm_provider_deployment_group_outputs_t said = {
        .session = call->session,
        .node = group,
        .outputs = borrowed(outputs),
        .extra = borrowed("{}"),
    };
    call->has_failed = call->has_failed || !pulumi_wasm_provider_deployment_register_outputs(&said, call->error);
}

static uint32_t look_up(call *call, const char *kind, const char *token, const char *name, const char *arguments,
                        const char *place) {
    pulumi_wasm_provider_deployment_query_t asked = {
        .session = call->session,
        .kind = borrowed(kind),
        .token = borrowed(token),
        .name = borrowed(name),
        .arguments = borrowed(arguments),
        .options = borrowed("{}"),
        .position = borrowed(place),
        .extra = borrowed("{}"),
    };
    uint32_t node = 0;
    call->has_failed = call->has_failed || !pulumi_wasm_provider_deployment_look_up(&asked, &node, call->error);
    return node;
}

static uint32_t apply(call *call, const char *source, enum function function, const char *place) {
    pulumi_wasm_provider_deployment_applied_function_t made = {
        .session = call->session,
        .source = borrowed(source),
        .callback = function,
        .position = borrowed(place),
        .extra = borrowed("{}"),
    };
    uint32_t node = 0;
    call->has_failed = call->has_failed || !pulumi_wasm_provider_deployment_apply(&made, &node, call->error);
    return node;
}

/* --- component resources -------------------------------------------------------------------------------------- */

static char *portal(call *call) {
    uint32_t title = apply(call, output(0, "titles"), JOIN_BY_AND, HERE);
    char *inputs = format("{\"title\":%s,\"index\":\"portal.html\",\"pages\":1}", output(title, NULL));
    char *options = format("{\"transforms\":[%u]}", PATH_OF_SITE);
    uint32_t site = REMOTE("site:index:Website", "site", inputs, options);
    uint32_t count = apply(call, output(0, "titles"), COUNT, HERE);
    char *arguments = format("{\"path\":\"about\",\"__self__\":%s}", output(site, NULL));
    uint32_t about = look_up(call, "method", "site:index:Website/pageUrl", "", arguments, HERE);
    return format("{\"url\":%s,\"about\":%s,\"count\":%s}", output(site, "url"), output(about, "result"), output(count, NULL));
}

static char *mirror(call *call) {
    uint32_t original = look_up(call, "reference", "", "", format("{\"resource\":%s}", output(0, "page")), HERE);
    char *id = format("{\"id\":%s}", output(0, "word"));
    uint32_t word = look_up(call, "read", "random:index/randomString:RandomString", format("%s-word", call->name), id, HERE);
    char *copied = output(original, "text");
    uint32_t slug = look_up(call, "invoke", "site:index:slug", "", format("{\"text\":%s}", copied), HERE);
    char *parts = format("[%s,%s]", output(slug, "result"), output(word, "result"));
    uint32_t path = apply(call, parts, JOIN_BY_DASH, HERE);
    char *inputs = format("{\"path\":%s,\"text\":%s}", output(path, NULL), copied);
    uint32_t page = CHILD("site:index:Page", "page", inputs, "{}");
    return format("{\"url\":%s,\"copy\":%s}", output(page, "url"), output(page, NULL));
}

static char *of_text(void) {
    return format("{\"text\":%s}", output(0, "text"));
}

static char *groups(call *call) {
    uint32_t outer = GROUP("site:index:Outer", "outer", "{\"protect\":true}");
    char *below = format("{\"parent\":%s}", output(outer, NULL));
    uint32_t inner = GROUP("site:index:Inner", "outer-inner", below);
    uint32_t thing = CHILD(THING, "outer-inner-thing", of_text(), format("{\"parent\":%s}", output(inner, NULL)));
    register_outputs(call, inner, format("{\"id\":%s,\"text\":%s}", output(thing, "id"), output(thing, "text")));
    register_outputs(call, GROUP("site:other:Empty", "outer-empty", below), "{}");
    register_outputs(call, outer, format("{\"inner\":%s}", output(inner, "text")));
    char *text = format("{\"text\":%s}", output(outer, "inner"));
    CHILD(THING, "after", text, format("{\"dependsOn\":[%s]}", output(outer, NULL)));
    return output(outer, "inner");
}

static char *remote(call *call) {
    char *text = output(0, "text");
    uint32_t remote = REMOTE("random:index:Remote", "remote", format("{\"text\":%s,\"list\":[%s]}", text, text), "{}");
    uint32_t thing = CHILD(THING, "thing", format("{\"text\":%s}", output(remote, "text")), "{}");
    (void)thing;
    return output(remote, "text");
}

static char *references(call *call) {
    uint32_t first = CHILD(THING, "first", "{}", "{}");
    char *whole = output(first, NULL);
    char *inputs = format("{\"of\":%s,\"deep\":{\"list\":[%s]},\"id\":%s,\"urn\":%s}", whole, whole, output(first, "id"),
                          output(first, "urn"));
    return output(CHILD(THING, "second", inputs, "{}"), "id");
}

static char *transforms(call *call) {
    char *text = output(0, "text");
    char *tagged = format("{\"text\":%s,\"tags\":{\"a\":\"1\",\"b\":%s},\"list\":[1,%s]}", secret(text), text, text);
    uint32_t first = CHILD(THING, "first", tagged, format("{\"transforms\":[%u]}", TAG));
    char *moved = format("{\"text\":%s,\"count\":3}", output(first, "id"));
    CHILD(THING, "second", moved, format("{\"ignoreChanges\":[\"x\"],\"transforms\":[%u,%u]}", MOVE, TAG));
    uint32_t group = GROUP("site:index:Group", "group", format("{\"transforms\":[%u]}", TAG));
    CHILD(THING, "group-in", of_text(), format("{\"parent\":%s}", output(group, NULL)));
    register_outputs(call, group, "{}");
    return output(first, "text");
}

static char *exhibit(call *call, const char *inputs) {
    const char *show = member(inputs, "show");
    char *shown = NULL;
    if (strcmp(show, "\"groups\"") == 0) shown = groups(call);
    if (strcmp(show, "\"remote\"") == 0) shown = remote(call);
    if (strcmp(show, "\"references\"") == 0) shown = references(call);
    if (strcmp(show, "\"transforms\"") == 0) shown = transforms(call);
    if (strcmp(show, "\"later\"") == 0) shown = output(apply(call, output(0, "list"), CHILD_FOR_EACH, HERE), NULL);
    return shown == NULL ? NULL : format("{\"shown\":%s}", shown);
}

/* A method of `Website`: the address of a page. */
static char *page_url(call *call, const char *receiver) {
    uint32_t site = look_up(call, "reference", "", "", format("{\"resource\":%s}", receiver), HERE);
    char *parts = format("[%s,%s]", output(site, "url"), output(0, "path"));
    return format("{\"result\":%s}", output(apply(call, parts, JOIN_BY_HASH, HERE), NULL));
}

/* --- functions that the host calls later ---------------------------------------------------------------------- */

static char *child_for_each(call *call, const char *list) {
    uint32_t count = 0;
    for (char *item; (item = element(list, count)) != NULL; count++) {
        char *part = format("item-%.*s", (int)strlen(item) - 2, item + 1);
        CHILD(THING, part, format("{\"text\":%s}", item), "{}");
    }
    return format("\"%u\"", count);
}

static uint32_t count_of(const char *list) {
    uint32_t count = 0;
    while (element(list, count) != NULL) count++;
    return count;
}

/* Protects a provider's resource, and adds the component's name to its properties. */
static char *tag(call *call, const char *child) {
    if (strcmp(member(child, "custom"), "true") != 0) return format("null");
    char *properties = with(member(child, "properties"), "site", format("\"%s\"", call->name));
    return format("{\"properties\":%s,\"options\":%s}", properties, with(member(child, "options"), "protect", "true"));
}

/* Gives a text another name, and makes it a secret. */
static char *move(const char *child) {
    char *properties = member(child, "properties"), *text = member(properties, "text");
    properties = without(properties, "text");
    if (text != NULL) properties = with(properties, "moved", secret(text));
    return format("{\"properties\":%s,\"options\":%s}", properties, without(member(child, "options"), "ignoreChanges"));
}

static char *path_of_site(const char *child) {
    char *properties = member(child, "properties"), *path = member(properties, "path");
    bool is_page = strcmp(member(child, "type"), "\"site:index:Page\"") == 0;
    if (!is_page || path == NULL || path[0] != '"') return format("null");
    return format("{\"properties\":%s}", with(properties, "path", format("\"site/%s", path + 1)));
}

static char *run(call *call, uint32_t function, const char *argument) {
    switch (function) {
    case JOIN_BY_AND: return joined(argument, " and ");
    case JOIN_BY_DASH: return joined(argument, "-");
    case JOIN_BY_HASH: return joined(argument, "#");
    case COUNT: return format("%u", count_of(argument));
    case CHILD_FOR_EACH: return child_for_each(call, argument);
    case TAG: return tag(call, argument);
    case MOVE: return move(argument);
    case PATH_OF_SITE: return path_of_site(argument);
    default: return NULL;
    }
}

/* --- the exported functions ----------------------------------------------------------------------------------- */

static call begin(uint32_t session, const context *context, error *error) {
    return (call){.session = session, .name = beginning((char *)context->name.ptr, context->name.len), .error = error};
}

static bool is(const text *token, const char *words) {
    return token->len == strlen(words) && memcmp(token->ptr, words, token->len) == 0;
}

/* Gives what a call made; false if it failed. */
static bool end(call *call, const char *made, text *result, text *extra) {
    if (call->has_failed) return false;
    if (made == NULL) return refuse(call->error, "this component does not do that");
    *result = given(made);
    *extra = given("{}");
    return true;
}

bool exports_pulumi_wasm_provider_components_construct(
    exports_pulumi_wasm_provider_components_construct_request_t *request,
    exports_pulumi_wasm_provider_components_construct_response_t *response, error *error) {
    call call = begin(request->session, &request->context, error);
    const text *token = &request->context.token;
    char *inputs = beginning((char *)request->inputs.ptr, request->inputs.len), *made = NULL;
    if (is(token, "site:index:Portal")) made = portal(&call);
    if (is(token, "site:index:Mirror")) made = mirror(&call);
    if (is(token, "site:index:Exhibit")) made = exhibit(&call, inputs);
    exports_pulumi_wasm_provider_components_construct_request_free(request);
    return end(&call, made, &response->outputs, &response->extra);
}

bool exports_pulumi_wasm_provider_components_call_method(
    exports_pulumi_wasm_provider_components_method_request_t *request,
    exports_pulumi_wasm_provider_components_method_response_t *response, error *error) {
    call call = begin(request->session, &request->context, error);
    char *receiver = beginning((char *)request->receiver.ptr, request->receiver.len), *made = NULL;
    if (is(&request->context.token, "site:index:Website/pageUrl")) made = page_url(&call, receiver);
    exports_pulumi_wasm_provider_components_method_request_free(request);
    response->failures.ptr = NULL;
    response->failures.len = 0;
    return end(&call, made, &response->result_value, &response->extra);
}

bool exports_pulumi_wasm_provider_components_run_callback(
    exports_pulumi_wasm_provider_components_callback_request_t *request,
    exports_pulumi_wasm_provider_components_callback_response_t *response, error *error) {
    call call = begin(request->session, &request->context, error);
    char *argument = beginning((char *)request->argument.ptr, request->argument.len), *made = NULL;
    if (is(&request->kind, "apply") || is(&request->kind, "transform")) made = run(&call, request->callback, argument);
    exports_pulumi_wasm_provider_components_callback_request_free(request);
    return end(&call, made, &response->result_value, &response->extra);
}

bool exports_pulumi_wasm_provider_components_close(exports_pulumi_wasm_provider_components_close_request_t *request,
                                                   error *error) {
    (void)error;
    exports_pulumi_wasm_provider_components_close_request_free(request);
    return true;
}

static const char MANIFEST[] = {
#embed "manifest.json"
    , 0};

bool exports_pulumi_wasm_provider_description_describe(text *manifest, error *error) {
    (void)error;
    *manifest = given(MANIFEST);
    return true;
}

/* Called for each instance. There is no configuration. */
bool exports_pulumi_wasm_provider_lifecycle_configure(exports_pulumi_wasm_provider_lifecycle_configure_request_t *request,
                                                      error *error) {
    (void)error;
    exports_pulumi_wasm_provider_lifecycle_configure_request_free(request);
    return true;
}

/* The host calls none of these: the manifest names only the hook `create`, which every resource needs, and no test creates a
 * page. */
#define NO_ANSWER_OF(name, response)                                                                          \
    bool exports_pulumi_wasm_provider_lifecycle_##name(                                                       \
        exports_pulumi_wasm_provider_lifecycle_##name##_request_t *request,                                   \
        exports_pulumi_wasm_provider_lifecycle_##response##_response_t *answer, error *error) {               \
        (void)answer;                                                                                         \
        exports_pulumi_wasm_provider_lifecycle_##name##_request_free(request);                                \
        return refuse(error, "this component makes no resources itself");                                     \
    }
#define NO_ANSWER(name) NO_ANSWER_OF(name, name)
NO_ANSWER(check_config)
NO_ANSWER(check)
NO_ANSWER(diff)
NO_ANSWER(create)
NO_ANSWER_OF(resume, update)
NO_ANSWER_OF(preview_create, preview)
NO_ANSWER(read)
NO_ANSWER(update)
NO_ANSWER_OF(preview_update, preview)
NO_ANSWER(migrate)
NO_ANSWER(list)
NO_ANSWER(invoke)

bool exports_pulumi_wasm_provider_lifecycle_delete(exports_pulumi_wasm_provider_lifecycle_delete_request_t *request,
                                                   error *error) {
    exports_pulumi_wasm_provider_lifecycle_delete_request_free(request);
    return refuse(error, "this component makes no resources itself");
}
