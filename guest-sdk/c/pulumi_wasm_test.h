/* A stand-in of the host, for tests of hooks that run on this machine without Wasm: with a debugger, and with sanitizers.
 *
 * Compile the provider, `pulumi_wasm.c` and the generated `manifest.c` together with a test; the `Makefile` of a new project does it. Hooks run as under
 * the host: the same code begins their answers and refuses values that Pulumi cannot hold. But the stand-in does not judge inputs by the schema, and
 * applies no defaults: give all inputs that a hook reads. */
#ifndef PULUMI_WASM_TEST_H
#define PULUMI_WASM_TEST_H

#include "pulumi_wasm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The answer of a hook. It lives until the call after the next. */
typedef struct {
    /* Whether the host would get an answer. A check that refuses properties is an answer, with `failure_count` above 0. */
    bool succeeded;
    /* Why the hook failed; it has no meaning after a success. */
    pw_error error;
    /* Why the hook failed; empty if it succeeded. */
    const char *message;
    /* The id that the hook set, or the one of the call. */
    const char *id;
    /* The outputs, or the checked inputs. */
    const pw_value *values;
    /* The properties that a check refused: paths and reasons. */
    size_t failure_count;
    const char *const *paths, *const *reasons;
    /* Whether `read` found nothing. */
    bool is_gone;
    /* The outputs of the last checkpoint; NULL without a checkpoint. */
    const pw_value *checkpoint;
} pw_test_result;

/* A call for a hook. The texts are JSON, in the form of `common.wit`; NULL for a text that the call does not have. */
typedef struct {
    const char *token, *id, *inputs, *old_inputs, *old_outputs, *config;
    bool preview;
    /* The name of the resource in the program; `test` if it is NULL. */
    const char *name;
} pw_test_call;

pw_test_result pw_test_check(pw_test_call call);
pw_test_result pw_test_create(pw_test_call call);
pw_test_result pw_test_read(pw_test_call call);
pw_test_result pw_test_update(pw_test_call call);
pw_test_result pw_test_resume(pw_test_call call);
pw_test_result pw_test_delete(pw_test_call call);
pw_test_result pw_test_invoke(pw_test_call call);

/* A resource or a look-up that `construct` declared. */
typedef struct {
    pw_resource_kind kind;
    /* The kind of a look-up; NULL for a resource. */
    const char *look_up;
    const char *token, *name;
    /* The inputs of a resource, or the arguments of a look-up. */
    const pw_value *inputs, *options;
} pw_test_declaration;

pw_test_result pw_test_construct(pw_test_call call);
/* The declarations of the last `construct`, in their order. */
size_t pw_test_declaration_count(void);
pw_test_declaration pw_test_declaration_at(size_t index);
/* The value of an output: what `pw_apply` computed of a source that is known, or else NULL. Another value is given back as it is. */
const pw_value *pw_test_computed(const pw_value *output);

/* Answers each later request of this method and address so. Without an answer a request fails with `PW_DENIED`. */
void pw_test_answer(const char *method, const char *url, uint16_t status, const char *body);
/* Forgets answers. */
void pw_test_reset(void);
/* The messages of the last call, with a line break after each. */
const char *pw_test_messages(void);

#ifdef __cplusplus
}
#endif

#endif
