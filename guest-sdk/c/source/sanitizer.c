/* The functions that the sanitizer calls for undefined behaviour. Each report has a place in the source, and the host shows it. */
#ifdef __wasm__
#include "internal.h"

#include <stdio.h>

typedef struct {
    const char *file;
    uint32_t line, column;
} place;

static _Noreturn void pw_report(const char *what, const place *where) {
    char message[512];
    int length = snprintf(message, sizeof message, "%s at %s:%u", what, where->file == NULL ? "an unknown place" : where->file, (unsigned)where->line);
    pw_end_with(message, length < 0 ? 0 : (size_t)length < sizeof message ? (size_t)length : sizeof message - 1);
}

/* Each handler gets a record that begins with a place, and up to three values that these reports do without. */
#define HANDLER(name, values, what) \
    _Noreturn void __ubsan_handle_##name values; \
    void __ubsan_handle_##name values { pw_report(what, where); }
#define NO_VALUES (const place *where)
#define ONE_VALUE (const place *where, uintptr_t first __attribute__((unused)))
#define TWO_VALUES (const place *where, uintptr_t first __attribute__((unused)), uintptr_t second __attribute__((unused)))
#define THREE_VALUES \
    (const place *where, uintptr_t first __attribute__((unused)), uintptr_t second __attribute__((unused)), \
     uintptr_t third __attribute__((unused)))

HANDLER(add_overflow_abort, TWO_VALUES, "an addition leaves the range of its type")
HANDLER(sub_overflow_abort, TWO_VALUES, "a subtraction leaves the range of its type")
HANDLER(mul_overflow_abort, TWO_VALUES, "a multiplication leaves the range of its type")
HANDLER(negate_overflow_abort, ONE_VALUE, "a negation leaves the range of its type")
HANDLER(divrem_overflow_abort, TWO_VALUES, "a division by zero, or one that leaves the range of its type,")
HANDLER(shift_out_of_bounds_abort, TWO_VALUES, "a shift by too many bits, or of a negative number,")
HANDLER(out_of_bounds_abort, ONE_VALUE, "an index out of bounds")
HANDLER(local_out_of_bounds_abort, NO_VALUES, "an index out of bounds")
HANDLER(pointer_overflow_abort, TWO_VALUES, "a pointer outside of its object, or arithmetic with a null pointer,")
HANDLER(builtin_unreachable, NO_VALUES, "a place that is declared unreachable was reached")
HANDLER(missing_return, NO_VALUES, "a function that returns a value ended without one")
HANDLER(vla_bound_not_positive_abort, ONE_VALUE, "an array has a size that is not positive")
HANDLER(load_invalid_value_abort, ONE_VALUE, "a value that its type does not have")
HANDLER(invalid_builtin_abort, NO_VALUES, "a built-in function got a value that it is not defined for")
HANDLER(nonnull_arg_abort, NO_VALUES, "a null pointer as an argument that must not be null")
HANDLER(nullability_arg_abort, NO_VALUES, "a null pointer as an argument that must not be null")
HANDLER(float_cast_overflow_abort, ONE_VALUE, "a number is too large for the type that it is converted to")
HANDLER(alignment_assumption_abort, THREE_VALUES, "a pointer is not aligned as it was assumed to be")
HANDLER(implicit_conversion_abort, TWO_VALUES, "a conversion changes the value")

/* The place of the return comes as a separate value. */
_Noreturn void __ubsan_handle_nonnull_return_v1_abort(const void *data, const place *where);
void __ubsan_handle_nonnull_return_v1_abort(const void *data, const place *where) {
    (void)data;
    pw_report("a null pointer as a result that must not be null", where);
}

typedef struct {
    place where;
    const void *type;
    uint8_t alignment;
} type_mismatch;

_Noreturn void __ubsan_handle_type_mismatch_v1_abort(const type_mismatch *data, uintptr_t pointer);
void __ubsan_handle_type_mismatch_v1_abort(const type_mismatch *data, uintptr_t pointer) {
    pw_report(pointer == 0 ? "a null pointer was used" : "a pointer is not aligned for its type, or its object is too small,", &data->where);
}

/* A check of the C++ library failed: see `pulumi_wasm_checks.hpp`. */
_Noreturn void pw_library_refuses(void);
void pw_library_refuses(void) {
    static const char message[] = "a check of the C++ library: an index out of bounds, an empty container or optional, or a null pointer";
    pw_end_with(message, sizeof message - 1);
}

/* The compiler's runtime wants these where it keeps guards on its stack. */
__attribute__((weak)) uintptr_t __stack_chk_guard = 0xE2DEE396;
__attribute__((weak)) _Noreturn void __stack_chk_fail(void) {
    static const char message[] = "the stack was overwritten";
    pw_end_with(message, sizeof message - 1);
}

#endif
