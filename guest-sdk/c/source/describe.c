/* The manifest with the hooks of the tables. */
#include "internal.h"

/* Tables that the program does not have. */
__attribute__((weak)) const pw_resource pw_resources[1] = {{0}};
__attribute__((weak)) const pw_function pw_functions[1] = {{0}};
__attribute__((weak)) const pw_provider_hooks pw_provider = {0};

static void add(pw_value *hooks, pw_hook *hook, const char *name) {
    if (hook != NULL) pw_append(hooks, pw_new_text(name));
}

static pw_value *hooks_of(const pw_resource *resource) {
    pw_value *hooks = pw_new_list();
    add(hooks, resource->check, "check");
    add(hooks, resource->diff, "diff");
    add(hooks, resource->create, "create");
    add(hooks, resource->preview_create, "preview-create");
    add(hooks, resource->resume, "resume");
    add(hooks, resource->read, "read");
    add(hooks, resource->update, "update");
    add(hooks, resource->preview_update, "preview-update");
    add(hooks, resource->del, "delete");
    add(hooks, resource->migrate, "migrate");
    add(hooks, resource->list, "list");
    add(hooks, resource->construct, "construct");
    return hooks;
}

/* The map of a key, which can be changed. */
static pw_value *changed(pw_value *of, const char *key) {
    const pw_value *old = pw_get(of, key);
    pw_value *made = old == NULL ? pw_new_map() : pw_copy(old);
    pw_put(of, key, made);
    return made;
}

static bool is_declared(const pw_value *declared, const char *name) {
    for (size_t index = 0; index < pw_count(declared); index++) {
        text token = {pw_key(declared, index), pw_key_length(declared, index)};
        const pw_resource *resource = resource_of(token);
        const pw_function *function = function_of(token);
        if ((resource != NULL && resource->type == name) || (function != NULL && function->name == name)) return true;
    }
    return false;
}

/* The traits of each declared resource and function, with the hooks of the tables. */
static void describe_resources(const pw_value *schema, pw_value *manifest) {
    pw_value *traits = changed(manifest, "resources");
    const pw_value *declared = pw_get(schema, "resources");
    for (size_t index = 0; index < pw_count(declared); index++) {
        const char *token = pw_key(declared, index);
        const pw_resource *resource = resource_of(text_of(token));
        if (resource == NULL) give_up("the schema has the resource `%s`, and `PW_RESOURCES` does not have its hooks", token);
        pw_put(changed(traits, token), "hooks", hooks_of(resource));
    }
    for (const pw_resource *at = pw_resources; at->type != NULL; at++)
        if (!is_declared(declared, at->type)) give_up("`PW_RESOURCES` has `%s`, and the schema does not have that resource", at->type);
}

static void describe_functions(const pw_value *schema, pw_value *manifest) {
    pw_value *traits = changed(manifest, "functions");
    const pw_value *declared = pw_get(schema, "functions");
    for (size_t index = 0; index < pw_count(declared); index++) {
        const char *token = pw_key(declared, index);
        if (function_of(text_of(token)) == NULL)
            give_up("the schema has the function `%s`, and `PW_FUNCTIONS` does not have it", token);
        pw_value *function = changed(traits, token);
        if (pw_get(function, "pure") == NULL) pw_put(function, "pure", pw_new_bool(false));
    }
    for (const pw_function *at = pw_functions; at->name != NULL; at++)
        if (!is_declared(declared, at->name)) give_up("`PW_FUNCTIONS` has `%s`, and the schema does not have that function", at->name);
}

text describe(void) {
    pw_value *manifest = pw_parse(pw_manifest, strlen(pw_manifest));
    if (manifest == NULL) give_up("the manifest that was compiled into the component is not JSON");
    const pw_value *schema = pw_get(manifest, "schema");
    describe_resources(schema, manifest);
    describe_functions(schema, manifest);
    const pw_provider_hooks *volatile provider = &pw_provider;
    pw_value *hooks = pw_new_list();
    add(hooks, provider->configure, "configure");
    add(hooks, provider->check_config, "check-config");
    pw_put(changed(manifest, "provider"), "hooks", hooks);
    text fault = {0}, written = write_json(manifest, &fault);
    if (fault.length > 0) give_up("the manifest cannot be written: %s", fault.at);
    return written;
}
