/* The records of the interface `pulumi-wasm:provider@0.1.0`. The compiler for Wasm lays structs out as the component model does. */
#ifndef PULUMI_WASM_WIRE_H
#define PULUMI_WASM_WIRE_H

#include "internal.h"

#define LIST_OF(type) \
    struct { \
        const type *at; \
        size_t count; \
    }

typedef LIST_OF(text) texts;

/* The content of an option that is not there is not defined. */
typedef struct {
    uint8_t is_there;
    text text;
} optional_text;

typedef struct {
    text urn, token, name;
    optional_text project, stack;
    uint8_t preview;
    uint32_t time_left_ms;
    text extra;
} context_record;

typedef struct {
    text property, reason, extra;
} failure_record;

typedef LIST_OF(failure_record) failure_records;

typedef struct {
    text message, extra;
} message_record;

typedef struct {
    text id, outputs;
    texts reasons;
    struct {
        uint8_t is_there;
        texts names;
    } unrecorded;
    text extra;
} partial_record;

typedef struct {
    uint8_t which;
    union {
        failure_records failures;
        message_record message;
        partial_record partial;
    };
} error_record;

typedef struct {
    text token, name, parent_token, parent_name, inputs, outputs, extra;
} view_record;

typedef LIST_OF(view_record) view_records;

typedef struct {
    uint32_t attempts, first_delay_ms;
    double factor;
    uint32_t max_delay_ms, timeout_ms;
    text extra;
} backoff_record;

/* The result of an import, with an answer of this type. */
#define RESULT_OF(type) \
    struct { \
        uint8_t is_error; \
        union { \
            type answer; \
            error_record error; \
        }; \
    }

typedef RESULT_OF(text) text_result;
typedef RESULT_OF(uint32_t) number_result;

/* The result of an import that answers nothing. */
typedef struct {
    uint8_t is_error;
    error_record error;
} nothing_result;

/* Notes the error of an import on the call, and returns false. */
LOCAL bool failed_import(pw_call *call, const error_record *error);
/* Writes the error of a call for the host. */
LOCAL void write_error(error_record *to, const pw_call *call);

#define EMPTY LITERAL("{}")

#define IMPORT(interface, name) \
    __attribute__((import_module("pulumi-wasm:provider/" interface "@0.1.0"), import_name(name)))
#define EXPORT(interface, name) __attribute__((export_name("pulumi-wasm:provider/" interface "@0.1.0#" name)))

#endif
