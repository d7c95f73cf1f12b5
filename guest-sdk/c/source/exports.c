/* The functions that the host calls. */
#ifdef __wasm__
#include "wire.h"

/* --- memory ---------------------------------------------------------------------------------------------------- */

/* Whether the last call has returned: the host has read its result when it calls again. */
static bool is_over;

static void begin_anew(void) {
    if (!is_over) return;
    is_over = false;
    release(&of_call);
}

__attribute__((export_name("cabi_realloc"))) void *cabi_realloc(void *old, size_t old_size, size_t alignment, size_t size) {
    begin_anew();
    void *made = take_aligned(&of_call, size, alignment);
    if (old != NULL && old_size > 0) memcpy(made, old, old_size < size ? old_size : size);
    return made;
}

/* --- from and to records --------------------------------------------------------------------------------------- */

static const pw_value *configuration;

static pw_value *object(text json) {
    pw_value *made = read_json(json);
    if (made == NULL) give_up("the host sent a property map that is not JSON");
    return made;
}

static pw_value *optional_object(optional_text json) {
    return json.is_there ? object(json.text) : NULL;
}

static pw_call *begin(const context_record *from) {
    begin_anew();
    has_read_unknown = false;
    pw_call *made = take(sizeof *made);
    made->state = take(sizeof *made->state);
    made->urn = ended(from->urn);
    made->token = ended(from->token);
    made->name = ended(from->name);
    made->project = from->project.is_there ? ended(from->project.text) : NULL;
    made->stack = from->stack.is_there ? ended(from->stack.text) : NULL;
    made->id = made->continuation_token = "";
    made->preview = from->preview != 0;
    made->time_left_ms = from->time_left_ms;
    made->config = configuration;
    return made;
}

static void read_views(pw_call *call, view_records from) {
    pw_view *made = take(from.count * sizeof *made);
    for (size_t index = 0; index < from.count; index++) {
        const view_record *view = &from.at[index];
        made[index] = (pw_view){ended(view->token),        ended(view->name),     ended(view->parent_token),
                                ended(view->parent_name), object(view->inputs), object(view->outputs)};
    }
    call->old_views = made;
    call->old_view_count = from.count;
}

static failure_records failures_of(const pw_call *call) {
    size_t count = call->state->failures.count;
    failure_record *made = take(count * sizeof *made);
    for (size_t index = 0; index < count; index++)
        made[index] = (failure_record){call->state->failures.at[index].path, call->state->failures.at[index].reason, EMPTY};
    failure_records records;
    records.at = made;
    records.count = count;
    return records;
}

/* Writes an error with the outputs that can be recorded, and the reasons. */
static void write_partial(error_record *to, text id, recorded made) {
    to->which = PW_PARTIAL;
    to->partial = (partial_record){.id = id, .outputs = made.outputs, .extra = EMPTY};
    to->partial.reasons.at = made.reasons.at;
    to->partial.reasons.count = made.reasons.count;
}

void write_error(error_record *to, const pw_call *call) {
    const struct pw_state *state = call->state;
    to->which = (uint8_t)state->error;
    if (state->error == PW_INVALID) {
        to->failures = failures_of(call);
    } else if (state->error == PW_PARTIAL) {
        recorded made = record_outputs(call->new_outputs);
        for (size_t index = 0; index < state->reasons.count; index++) GROW(made.reasons, state->reasons.at[index]);
        write_partial(to, state->id.length > 0 ? state->id : text_of(call->id), made);
    } else {
        to->message = (message_record){state->message, EMPTY};
    }
}

/* --- results --------------------------------------------------------------------------------------------------- */

typedef struct {
    text property;
    uint8_t kind;
    text extra;
} difference_record;

typedef struct {
    text id, name, extra;
} listed_record;

/* A result of any export: all answers are aligned to four bytes. */
typedef struct {
    uint8_t is_error;
    union {
        error_record error;
        text description;
        struct {
            failure_records failures;
            text extra;
        } config;
        struct {
            text values;
            failure_records failures;
            text extra;
        } judged;
        struct {
            LIST_OF(difference_record) differences;
            uint8_t delete_before_replace;
            text extra;
        } diff;
        struct {
            text id, outputs;
            uint8_t refresh_before_update;
            text extra;
        } created;
        struct {
            text outputs;
            uint8_t refresh_before_update;
            text extra;
        } updated;
        struct {
            text outputs, extra;
        } previewed;
        struct {
            uint8_t is_there;
            text id;
            optional_text inputs;
            text outputs;
            uint8_t refresh_before_update;
            text extra_of_state, extra;
        } read;
        struct {
            optional_text inputs, outputs;
            text extra;
        } migrated;
        struct {
            LIST_OF(listed_record) resources;
            text continuation_token, extra;
        } listed;
    };
} result_record;

static result_record *make_result(void) {
    return take(sizeof(result_record));
}

static result_record *finish(result_record *result) {
    is_over = true;
    return result;
}

static void end_with_error(result_record *result, const pw_call *call) {
    result->is_error = 1;
    write_error(&result->error, call);
}

/* Runs a hook. False if it failed: then the result has the error. */
static bool pw_ran(pw_call *call, pw_hook *hook, const char *name, result_record *result) {
    if (pw_run(call, hook, name)) return true;
    end_with_error(result, call);
    return false;
}

/* Writes the answer of a call that changes nothing. False if Pulumi cannot hold it: then the result has the error. */
static bool write_values(const pw_value *values, text *to, result_record *result, pw_call *call) {
    if (write_answer(values, to, call)) return true;
    end_with_error(result, call);
    return false;
}

/* Writes the outputs of a resource that was created or changed. If Pulumi cannot hold some of them, the result has the others and their names. */
static bool write_outputs(pw_call *call, const char *id, text *to, result_record *result) {
    recorded made = record_outputs(call->new_outputs);
    *to = made.outputs;
    if (made.names.count == 0) return true;
    result->is_error = 1;
    write_partial(&result->error, text_of(id), made);
    result->error.partial.unrecorded.is_there = 1;
    result->error.partial.unrecorded.names.at = made.names.at;
    result->error.partial.unrecorded.names.count = made.names.count;
    return false;
}

#define HOOK(call, member) (resource_of(text_of((call)->token)) == NULL ? NULL : resource_of(text_of((call)->token))->member)

/* --- description and configuration ----------------------------------------------------------------------------- */

EXPORT("description", "describe") result_record *pw_export_describe_component(void) {
    begin_anew();
    result_record *result = make_result();
    result->description = describe();
    return finish(result);
}

typedef struct {
    context_record context;
    text config, extra;
} config_request;

EXPORT("lifecycle", "check-config") result_record *pw_export_check_config(const config_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->inputs = call->config = object(request->config);
    begin_check(call);
    const pw_provider_hooks *volatile provider = &pw_provider;
    if (!pw_ran(call, provider->check_config, "check_config", result)) return finish(result);
    result->config.failures = failures_of(call);
    result->config.extra = EMPTY;
    return finish(result);
}

EXPORT("lifecycle", "configure") result_record *pw_export_configure(const config_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    current = &of_instance;
    configuration = object(copied(request->config.at, request->config.length));
    current = &of_call;
    call->inputs = call->config = configuration;
    const pw_provider_hooks *volatile provider = &pw_provider;
    if (provider->configure != NULL) pw_ran(call, provider->configure, "configure", result);
    return finish(result);
}

/* --- custom resources ------------------------------------------------------------------------------------------ */

typedef struct {
    context_record context;
    text old_inputs;
    optional_text old_outputs;
    text inputs;
    text random_seed;
    text extra;
} check_request;

EXPORT("lifecycle", "check") result_record *pw_export_check(const check_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->old_inputs = object(request->old_inputs);
    call->old_outputs = optional_object(request->old_outputs);
    call->inputs = object(request->inputs);
    begin_check(call);
    if (!pw_ran(call, HOOK(call, check), "check", result)) return finish(result);
    if (write_values(call->new_inputs, &result->judged.values, result, call)) {
        result->judged.failures = failures_of(call);
        result->judged.extra = EMPTY;
    }
    return finish(result);
}

typedef struct {
    context_record context;
    text id, old_inputs, old_outputs, inputs;
    LIST_OF(difference_record) differences;
    uint8_t delete_before_replace;
    text extra;
} diff_request;

EXPORT("lifecycle", "diff") result_record *pw_export_diff(const diff_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->id = ended(request->id);
    call->old_inputs = object(request->old_inputs);
    call->old_outputs = object(request->old_outputs);
    call->inputs = object(request->inputs);
    call->delete_before_replace = request->delete_before_replace != 0;
    for (size_t index = 0; index < request->differences.count; index++) {
        const difference_record *from = &request->differences.at[index];
        difference one = {ended(from->property), (pw_difference_kind)from->kind};
        GROW(call->state->differences, one);
    }
    if (!pw_ran(call, HOOK(call, diff), "diff", result)) return finish(result);
    size_t count = call->state->differences.count;
    difference_record *made = take(count * sizeof *made);
    for (size_t index = 0; index < count; index++) {
        difference from = call->state->differences.at[index];
        made[index] = (difference_record){text_of(from.path), (uint8_t)from.kind, EMPTY};
    }
    result->diff.differences.at = made;
    result->diff.differences.count = count;
    result->diff.delete_before_replace = call->delete_before_replace;
    result->diff.extra = EMPTY;
    return finish(result);
}

typedef struct {
    context_record context;
    text inputs, extra;
} create_request;

EXPORT("lifecycle", "create") result_record *pw_export_create(const create_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->inputs = object(request->inputs);
    call->new_outputs = beginning_of_outputs(call);
    if (!pw_ran(call, HOOK(call, create), "create", result)) return finish(result);
    if (!has_new_id(call)) {
        end_with_error(result, call);
    } else if (write_outputs(call, call->state->id.at, &result->created.outputs, result)) {
        result->created.id = call->state->id;
        result->created.refresh_before_update = call->refresh_before_update;
        result->created.extra = EMPTY;
    }
    return finish(result);
}

static result_record *pw_updated(pw_call *call, pw_hook *hook, const char *name) {
    result_record *result = make_result();
    call->new_outputs = beginning_of_outputs(call);
    if (pw_ran(call, hook, name, result) && write_outputs(call, call->id, &result->updated.outputs, result)) {
        result->updated.refresh_before_update = call->refresh_before_update;
        result->updated.extra = EMPTY;
    }
    return finish(result);
}

typedef struct {
    context_record context;
    text id, old_outputs, inputs, extra;
} resume_request;

EXPORT("lifecycle", "resume") result_record *pw_export_resume(const resume_request *request) {
    pw_call *call = begin(&request->context);
    call->id = ended(request->id);
    call->old_outputs = object(request->old_outputs);
    call->inputs = object(request->inputs);
    return pw_updated(call, HOOK(call, resume), "resume");
}

typedef struct {
    context_record context;
    text id, old_inputs, old_outputs;
    view_records old_views;
    text inputs, extra;
} update_request;

EXPORT("lifecycle", "update") result_record *pw_export_update(const update_request *request) {
    pw_call *call = begin(&request->context);
    call->id = ended(request->id);
    call->old_inputs = object(request->old_inputs);
    call->old_outputs = object(request->old_outputs);
    call->inputs = object(request->inputs);
    read_views(call, request->old_views);
    return pw_updated(call, HOOK(call, update), "update");
}

static result_record *pw_previewed(pw_call *call, pw_hook *hook, const char *name, text outputs) {
    result_record *result = make_result();
    call->new_outputs = object(outputs);
    if (pw_ran(call, hook, name, result) && write_values(call->new_outputs, &result->previewed.outputs, result, call))
        result->previewed.extra = EMPTY;
    return finish(result);
}

typedef struct {
    context_record context;
    text inputs, outputs, extra;
} preview_create_request;

EXPORT("lifecycle", "preview-create") result_record *pw_export_preview_create(const preview_create_request *request) {
    pw_call *call = begin(&request->context);
    call->inputs = object(request->inputs);
    return pw_previewed(call, HOOK(call, preview_create), "preview_create", request->outputs);
}

typedef struct {
    context_record context;
    text id, old_inputs, old_outputs;
    view_records old_views;
    text inputs, outputs, extra;
} preview_update_request;

EXPORT("lifecycle", "preview-update") result_record *pw_export_preview_update(const preview_update_request *request) {
    pw_call *call = begin(&request->context);
    call->id = ended(request->id);
    call->old_inputs = object(request->old_inputs);
    call->old_outputs = object(request->old_outputs);
    call->inputs = object(request->inputs);
    read_views(call, request->old_views);
    return pw_previewed(call, HOOK(call, preview_update), "preview_update", request->outputs);
}

typedef struct {
    context_record context;
    text id;
    optional_text old_inputs, old_outputs;
    view_records old_views;
    text extra;
} read_request;

EXPORT("lifecycle", "read") result_record *pw_export_read_resource(const read_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->id = ended(request->id);
    call->old_inputs = optional_object(request->old_inputs);
    call->old_outputs = optional_object(request->old_outputs);
    read_views(call, request->old_views);
    begin_read(call);
    if (!pw_ran(call, HOOK(call, read), "read", result)) return finish(result);
    result->read.is_there = !call->state->is_gone;
    if (!write_values(call->new_outputs, &result->read.outputs, result, call)) return finish(result);
    result->read.id = call->state->id.length > 0 ? call->state->id : text_of(call->id);
    result->read.inputs.is_there = call->new_inputs != NULL;
    if (call->new_inputs != NULL && !write_values(call->new_inputs, &result->read.inputs.text, result, call)) return finish(result);
    result->read.refresh_before_update = call->refresh_before_update;
    result->read.extra_of_state = EMPTY;
    result->read.extra = EMPTY;
    return finish(result);
}

typedef struct {
    context_record context;
    text id, old_inputs, old_outputs;
    view_records old_views;
    text extra;
} delete_request;

EXPORT("lifecycle", "delete") result_record *pw_export_delete_resource(const delete_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->id = ended(request->id);
    call->old_inputs = object(request->old_inputs);
    call->old_outputs = object(request->old_outputs);
    read_views(call, request->old_views);
    pw_ran(call, HOOK(call, del), "del", result);
    return finish(result);
}

typedef struct {
    context_record context;
    uint32_t from_version;
    optional_text old_inputs, old_outputs;
    text extra;
} migrate_request;

EXPORT("lifecycle", "migrate") result_record *pw_export_migrate(const migrate_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->from_version = request->from_version;
    call->old_inputs = optional_object(request->old_inputs);
    call->old_outputs = optional_object(request->old_outputs);
    begin_migrate(call);
    if (!pw_ran(call, HOOK(call, migrate), "migrate", result)) return finish(result);
    result->migrated.inputs.is_there = call->new_inputs != NULL;
    result->migrated.outputs.is_there = call->new_outputs != NULL;
    if (call->new_inputs != NULL && !write_values(call->new_inputs, &result->migrated.inputs.text, result, call)) return finish(result);
    if (call->new_outputs != NULL && !write_values(call->new_outputs, &result->migrated.outputs.text, result, call))
        return finish(result);
    result->migrated.extra = EMPTY;
    return finish(result);
}

typedef struct {
    context_record context;
    text query;
    uint32_t limit, page_size;
    text continuation_token, extra;
} list_request;

EXPORT("lifecycle", "list") result_record *pw_export_list_resources(const list_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->inputs = object(request->query);
    call->limit = request->limit;
    call->page_size = request->page_size;
    call->continuation_token = ended(request->continuation_token);
    if (!pw_ran(call, HOOK(call, list), "list", result)) return finish(result);
    size_t count = call->state->found.count;
    listed_record *made = take(count * sizeof *made);
    for (size_t index = 0; index < count; index++)
        made[index] = (listed_record){text_of(call->state->found.at[index].id), text_of(call->state->found.at[index].name), EMPTY};
    result->listed.resources.at = made;
    result->listed.resources.count = count;
    result->listed.continuation_token = call->state->next_page;
    result->listed.extra = EMPTY;
    return finish(result);
}

/* --- functions ------------------------------------------------------------------------------------------------- */

EXPORT("lifecycle", "invoke") result_record *pw_export_invoke(const create_request *request) {
    pw_call *call = begin(&request->context);
    result_record *result = make_result();
    call->inputs = object(request->inputs);
    begin_function(call);
    const pw_function *function = function_of(text_of(call->token));
    if (!pw_ran(call, function == NULL ? NULL : function->invoke, "invoke", result)) return finish(result);
    if (write_values(call->new_outputs, &result->judged.values, result, call)) {
        result->judged.failures = failures_of(call);
        result->judged.extra = EMPTY;
    }
    return finish(result);
}

#endif
