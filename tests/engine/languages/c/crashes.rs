//! A crash of a provider in C, C++ or Zig has the line of its author, and a null pointer never succeeds.

use super::Project;

#[test]
fn a_crash_in_c_is_told_with_its_line_and_a_null_pointer_never_succeeds() {
    let project = Project::new("c", "crash");
    project.write("provider.c", CRASHING);
    project.succeeds(&["build", "."]);
    for (how, says) in [
        ("read", "a null pointer was used at provider.c:14"),
        ("write", "a null pointer was used at provider.c:15"),
        (
            "library",
            "a null pointer as an argument that must not be null at provider.c:16",
        ),
        (
            "answer",
            "a null pointer as an argument that must not be null at provider.c:17",
        ),
        (
            "overflow",
            "an addition leaves the range of its type at provider.c:18",
        ),
        ("index", "an index out of bounds at provider.c:19"),
        (
            "divide",
            "a division by zero, or one that leaves the range of its type, at provider.c:20",
        ),
        (
            "assert",
            "Assertion failed: many == 3 (provider.c: create: 21)",
        ),
        ("stack", "at deep"),
        ("abort", "at create"),
        (
            "number",
            "a null pointer as an argument that must not be null at provider.c:25",
        ),
        (
            "part",
            "a null pointer as an argument that must not be null at provider.c:26",
        ),
        (
            "scan",
            "a null pointer as an argument that must not be null at provider.c:27",
        ),
        (
            "key",
            "a null pointer as an argument that must not be null at provider.c:28",
        ),
        ("id", "a null pointer was given for `%s` in the format `%s`"),
        ("id", "at create (provider.c:29)"),
        ("address", "a request has a null pointer as its `url`"),
        ("address", "at create (provider.c:30)"),
    ] {
        let said = project.fails(&["try", "demo.wasm", "Greeting", &format!("name={how}")]);
        assert!(said.contains(says), "{how}: `{says}` should be in\n{said}");
        assert!(!said.contains("__ubsan"), "{said}");
    }
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_crash_in_zig_is_told_with_its_message_and_line_and_a_null_pointer_never_succeeds() {
    let project = Project::new("zig", "crash");
    project.write("provider.zig", CRASHING_IN_ZIG);
    project.succeeds(&["build", "."]);
    for (how, says, place) in [
        ("read", "attempt to use null value", "create (provider.zig"),
        ("write", "attempt to use null value", "set (provider.zig:5)"),
        ("overflow", "integer overflow", "create (provider.zig"),
        ("divide", "division by zero", "create (provider.zig"),
        (
            "index",
            "index out of bounds: index 7, len 3",
            "create (provider.zig:18)",
        ),
        (
            "unreachable",
            "reached unreachable code",
            "create (provider.zig",
        ),
        (
            "key",
            "a key of a map is a null pointer",
            "create (provider.zig",
        ),
    ] {
        let said = project.fails(&["try", "demo.wasm", "Greeting", &format!("name={how}")]);
        let message = format!("the component crashed: {says}");
        for part in [message, format!("at provider.{place}")] {
            assert!(said.contains(&part), "{how}: `{part}` should be in\n{said}");
        }
    }
    project.succeeds(&["try", "demo.wasm", "Greeting", "name=none"]);
}

#[test]
#[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
fn a_crash_in_cpp_is_told_with_its_line_and_an_exception_with_its_message_too() {
    let project = Project::new("cpp", "crash");
    project.write("provider.cpp", CRASHING_IN_CPP);
    project.succeeds(&["build", "."]);
    for (how, says) in [
        ("read", "a null pointer was used at provider.cpp:13"),
        ("write", "a null pointer was used at provider.cpp:14"),
        (
            "overflow",
            "an addition leaves the range of its type at provider.cpp:15",
        ),
        ("index", "an index out of bounds at provider.cpp:16"),
        ("throw", "the component crashed: out_of_range was thrown"),
        ("throw", "(provider.cpp:17)"),
        ("library", "at letter(std::__1::basic_string"),
        ("library", "(provider.cpp:6)"),
        ("library", "(provider.cpp:18)"),
        ("text", "a check of the C++ library"),
        ("text", "(provider.cpp:19)"),
        ("element", "(provider.cpp:20)"),
        ("optional", "(provider.cpp:21)"),
        ("assert", "Assertion failed: many == 3 (provider.cpp:"),
        ("assert", "(provider.cpp:22)"),
    ] {
        let said = project.fails(&["try", "demo.wasm", "Greeting", &format!("name={how}")]);
        assert!(said.contains(says), "{how}: `{says}` should be in\n{said}");
    }
    project.succeeds(&["try", "demo.wasm", "Greeting", "name=none"]);
}

/// A provider that crashes as its input says.
const CRASHING: &str = r#"#include <provider.h>
#include <assert.h>
#include <limits.h>

static int table[4];
struct node { struct node *next; int value; };

__attribute__((noinline)) static int deep(volatile int *depth) { volatile int here = *depth + 1; return deep(&here) + here; }

static bool create(pw_call *call) {
    const char *how = pw_text(call->inputs, GREETING_NAME);
    struct node *volatile none = NULL;
    volatile int many = INT_MAX, index = 7, zero = 0;
    if (strcmp(how, "read") == 0) return none->value == 3;
    if (strcmp(how, "write") == 0) none->value = 3;
    if (strcmp(how, "library") == 0) return strlen(pw_optional_text(call->inputs, "missing")) > 3;
    if (strcmp(how, "answer") == 0) pw_set_text(NULL, GREETING_MESSAGE, "x");
    if (strcmp(how, "overflow") == 0) many = many + 1;
    if (strcmp(how, "index") == 0) table[index] = 3;
    if (strcmp(how, "divide") == 0) many = many / zero;
    if (strcmp(how, "assert") == 0) assert(many == 3);
    if (strcmp(how, "stack") == 0) return deep(&zero) == 3;
    if (strcmp(how, "abort") == 0) abort();
    const char *missing = pw_optional_text(call->inputs, "missing");
    if (strcmp(how, "number") == 0) return strtol(missing, NULL, 10) == 3;
    if (strcmp(how, "part") == 0) return strstr(missing, "x") != NULL;
    if (strcmp(how, "scan") == 0) return sscanf(missing, "%d", &table[0]) == 1;
    if (strcmp(how, "key") == 0) return pw_get(call->inputs, missing) != NULL;
    if (strcmp(how, "id") == 0) return pw_set_id(call, "%s", missing);
    if (strcmp(how, "address") == 0) return pw_http(call, &(pw_request){.url = missing}, &(pw_response){0});
    return pw_set_id(call, "%s", how);
}

PW_RESOURCES({.type = GREETING, .create = create});
"#;

/// The same in Zig.
const CRASHING_IN_ZIG: &str = r#"const std = @import("std");
const pw = @import("pulumi_wasm");

const Node = extern struct { value: c_int };
noinline fn set(node: [*c]Node) void { node.*.value = 3; }
fn create(call: [*c]pw.pw_call) callconv(.c) bool {
    const how = std.mem.span(pw.pw_text(call.*.inputs, pw.GREETING_NAME));
    const few = [_]u8{ 1, 2, 3 };
    var none: [*c]Node = null;
    var many: i32 = std.math.maxInt(i32);
    var zero: i32 = 0;
    var index: usize = 7;
    _ = .{ &none, &many, &zero, &index };
    if (std.mem.eql(u8, how, "read")) return none.*.value == 3;
    if (std.mem.eql(u8, how, "write")) set(none);
    if (std.mem.eql(u8, how, "overflow")) many += 1;
    if (std.mem.eql(u8, how, "divide")) many = @divTrunc(many, zero);
    if (std.mem.eql(u8, how, "index")) many = few[index];
    if (std.mem.eql(u8, how, "unreachable")) unreachable;
    if (std.mem.eql(u8, how, "key")) return pw.pw_get(call.*.inputs, null) != null;
    pw.greeting_set_message(call, pw.pw_printf("%d", many));
    return pw.pw_set_id(call, "%s", pw.pw_text(call.*.inputs, pw.GREETING_NAME));
}

export const pw_resources = [_]pw.pw_resource{
    .{ .type = pw.GREETING, .create = create },
    .{},
};
"#;

/// The same in C++.
const CRASHING_IN_CPP: &str = r#"#include <provider.h>
#include <pulumi_wasm.hpp>
#include <cassert>

static int table[4];
__attribute__((noinline)) static char letter(const std::string &text, size_t index) { return text.at(index); }

struct Greeting {
    static bool create(pulumi::Call &call) {
        auto how = call.inputs()[GREETING_NAME].text();
        int *volatile none = nullptr;
        volatile int many = 0x7FFFFFFF, index = 7;
        if (how == "read") return *none == 3;
        if (how == "write") *none = 3;
        if (how == "overflow") many = many + 1;
        if (how == "index") table[index] = 3;
        if (how == "throw") return std::string(how).at(index) == 'x';
        if (how == "library") return letter(std::string(how), 9) == 'x';
        if (how == "text") call.set(GREETING_MESSAGE, pw_optional_text(call->inputs, "missing"));
        if (how == "element") return std::string_view(how)[index] == 'x' || std::string(how)[index + 9] == 'x';
        if (how == "optional") return *std::optional<int>() == 3;
        if (how == "assert") assert(many == 3);
        call.set(GREETING_MESSAGE, std::to_string(int(many)));
        return call.id(how);
    }
};

PW_RESOURCES(pulumi::resource<Greeting>(GREETING));
"#;
