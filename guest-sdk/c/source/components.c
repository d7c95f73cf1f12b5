/* Component resources. Only a provider with component resources exports these functions. */
#ifdef __wasm__
#include "wire.h"

/* --- declarations ---------------------------------------------------------------------------------------------- */

IMPORT("deployment", "register")
void pw_import_register(uint32_t, uint32_t, const char *, size_t, const char *, size_t, const char *, size_t, const char *, size_t, const char *, size_t,
                     const char *, size_t, number_result *);
IMPORT("deployment", "register-outputs")
void pw_import_register_outputs(uint32_t, uint32_t, const char *, size_t, const char *, size_t, nothing_result *);
IMPORT("deployment", "look-up")
void pw_import_look_up(uint32_t, const char *, size_t, const char *, size_t, const char *, size_t, const char *, size_t, const char *, size_t, const char *,
                    size_t, const char *, size_t, number_result *);
IMPORT("deployment", "apply")
void pw_import_apply(uint32_t, const char *, size_t, uint32_t, const char *, size_t, const char *, size_t, number_result *);

/* The node that was declared; 0 after a failure. */
static pw_node node_of(pw_call *call, const number_result *result) {
    if (result->is_error == 0) return result->answer;
    call->state->has_failed_declaration = true;
    failed_import(call, &result->error);
    return 0;
}

pw_node pw_register(pw_call *call, pw_resource_kind kind, const char *token, const char *name, const pw_value *inputs, const pw_value *options,
                    const char *place) {
    text of_inputs, of_options;
    if (!write_part(call, inputs, "the inputs", name, &of_inputs) || !write_part(call, options, "the options", name, &of_options)) return 0;
    number_result result;
    pw_import_register(call->session, (uint32_t)kind, token, strlen(token), name, strlen(name), of_inputs.at, of_inputs.length, of_options.at,
                    of_options.length, place, strlen(place), "{}", 2, &result);
    return node_of(call, &result);
}

pw_node pw_look_up(pw_call *call, const char *kind, const char *token, const char *name, const pw_value *arguments, const pw_value *options,
                   const char *place) {
    text of_arguments, of_options;
    if (!write_part(call, arguments, "the arguments", token, &of_arguments) || !write_part(call, options, "the options", token, &of_options))
        return 0;
    number_result result;
    pw_import_look_up(call->session, kind, strlen(kind), token, strlen(token), name, strlen(name), of_arguments.at, of_arguments.length,
                   of_options.at, of_options.length, place, strlen(place), "{}", 2, &result);
    return node_of(call, &result);
}

/* A pointer to a function is its number in the component's table. */
static uint32_t number_of(pw_hook *function) {
    return (uint32_t)(uintptr_t)function;
}

pw_value *pw_function_number(pw_hook *function) {
    return pw_new_number(number_of(function));
}

pw_node pw_apply(pw_call *call, const pw_value *source, pw_hook *function, const char *place) {
    text of_source;
    if (!write_source(call, source, place, &of_source)) return 0;
    number_result result;
    pw_import_apply(call->session, of_source.at, of_source.length, number_of(function), place, strlen(place), "{}", 2, &result);
    return node_of(call, &result);
}

bool pw_register_outputs(pw_call *call, pw_node group, const pw_value *outputs) {
    text of_outputs;
    if (!write_part(call, outputs, "the outputs", "the group", &of_outputs)) return false;
    nothing_result result;
    pw_import_register_outputs(call->session, group, of_outputs.at, of_outputs.length, "{}", 2, &result);
    if (result.is_error == 0) return true;
    call->state->has_failed_declaration = true;
    return failed_import(call, &result.error);
}

/* --- calls of the host ----------------------------------------------------------------------------------------- */

typedef struct {
    context_record context;
    uint32_t session;
    text inputs, options, extra;
} construct_request;

EXPORT("components", "construct") result_record *pw_export_construct(const construct_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->session = request->session;
    call->inputs = object(request->inputs);
    call->options = object(request->options);
    call->new_outputs = pw_new_map();
    if (pw_ran(call, HOOK(call, construct), "construct", result) && write_values(call->new_outputs, &result->previewed.outputs, result, call))
        result->previewed.extra = EMPTY;
    return finish(result);
}

typedef struct {
    context_record context;
    uint32_t session;
    text receiver, arguments, extra;
} method_request;

EXPORT("components", "call-method") result_record *pw_export_call_method(const method_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->session = request->session;
    call->receiver = object(request->receiver);
    call->inputs = object(request->arguments);
    begin_function(call);
    const pw_function *function = function_of(text_of(call->token));
    if (!pw_ran(call, function == NULL ? NULL : function->invoke, "invoke", result)) return finish(result);
    if (write_values(call->new_outputs, &result->judged.values, result, call)) {
        result->judged.failures = failures_of(call);
        result->judged.extra = EMPTY;
    }
    return finish(result);
}

typedef struct {
    context_record context;
    uint32_t session, callback;
    text kind, argument, extra;
} callback_request;

EXPORT("components", "run-callback") result_record *pw_export_run_callback(const callback_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->session = request->session;
    call->inputs = object(request->argument);
    bool is_known = same(request->kind, LITERAL("apply")) || same(request->kind, LITERAL("transform")) || same(request->kind, LITERAL("hook"));
    pw_hook *function = is_known ? (pw_hook *)(uintptr_t)request->callback : NULL;
    if (pw_ran(call, function, "callback", result) &&
        write_values(call->state->result, &result->previewed.outputs, result, call))
        result->previewed.extra = EMPTY;
    return finish(result);
}

EXPORT("components", "close") result_record *pw_export_close(uint32_t session, const char *extra, size_t length) {
    (void)session, (void)extra, (void)length;
    begin_anew();
    return finish(make_result());
}

#endif
