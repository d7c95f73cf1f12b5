/* The SDK is one source file. Compile it with `-I` for its folder, together with the provider. */

/* The sanitizer judges the author's code: the functions of the header say which arguments must not be null, and their callers are checked. */
#if defined(__clang__) && defined(__wasm__)
#pragma clang attribute push(__attribute__((no_sanitize("undefined"))), apply_to = function)
#endif

#include "source/arena.c"
#include "source/values.c"
#include "source/json_read.c"
#include "source/json_write.c"
#include "source/call.c"
#include "source/answer.c"
#include "source/declare.c"
#include "source/describe.c"
#include "source/host.c"
#include "source/http.c"
#include "source/exports.c"
#ifdef PW_COMPONENTS
#include "source/components.c"
#endif
#include "source/sanitizer.c"
#include "source/stand_in.c"
#include "source/stand_in_components.c"
#include "source/stand_in_host.c"

#if defined(__clang__) && defined(__wasm__)
#pragma clang attribute pop
#endif
