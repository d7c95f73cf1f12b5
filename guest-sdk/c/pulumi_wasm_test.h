/* A stand-in of the host, for tests of hooks that run on this machine without Wasm: with a debugger, and with sanitizers.
 *
 * Compile the provider, the files in `source` and the generated `manifest.c` together with a test. The host does not judge inputs here, and applies no
 * defaults: give all inputs that a hook reads. */
#ifndef PULUMI_WASM_TEST_H
#define PULUMI_WASM_TEST_H

#include "pulumi_wasm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The answer of a hook. It lives until the next call. */
typedef struct {
    bool succeeded;
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
} pw_test_call;

pw_test_result pw_test_check(pw_test_call call);
pw_test_result pw_test_create(pw_test_call call);
pw_test_result pw_test_read(pw_test_call call);
pw_test_result pw_test_update(pw_test_call call);
pw_test_result pw_test_delete(pw_test_call call);
pw_test_result pw_test_invoke(pw_test_call call);

/* Answers the next requests of this method and address so. Without an answer a request fails with `PW_DENIED`. */
void pw_test_answer(const char *method, const char *url, uint16_t status, const char *body);
/* Forgets answers. */
void pw_test_reset(void);
/* The messages of the last call, with a line break after each. */
const char *pw_test_messages(void);

#ifdef __cplusplus
}
#endif

#endif
