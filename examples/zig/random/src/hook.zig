//! Hooks that fail with an error of Zig, and memory and texts of a call as slices.
const std = @import("std");
const pw = @import("pulumi_wasm");

/// A hook failed. The call has the reason already.
pub const Failed = error{Failed};

/// A function as a hook of the table.
pub fn hook(comptime function: fn (*pw.pw_call) Failed!void) *const pw.pw_hook {
    return &struct {
        fn run(call: [*c]pw.pw_call) callconv(.c) bool {
            function(call) catch return false;
            return true;
        }
    }.run;
}

/// Memory for these elements, which lives until the hook returns. It is filled with zeros.
pub fn take(comptime Element: type, count: usize) []Element {
    const made: [*]Element = @ptrCast(@alignCast(pw.pw_take(@max(count, 1) * @sizeOf(Element)).?));
    return made[0..count];
}

/// A text of the host or of a struct in `provider.h`; empty if it is not given.
pub fn textOf(text: [*c]const u8) []const u8 {
    return if (text == null) "" else std.mem.span(text);
}

pub fn textValue(text: []const u8) ?*pw.pw_value {
    return pw.pw_new_bytes(text.ptr, text.len);
}

pub fn setText(call: *pw.pw_call, key: [*c]const u8, text: []const u8) void {
    pw.pw_set(call, key, textValue(text));
}

pub fn setId(call: *pw.pw_call, id: []const u8) void {
    _ = pw.pw_set_id(call, "%.*s", @as(c_int, @intCast(id.len)), id.ptr);
}

/// Removes a text that is empty: it counts as not given, and is not recorded.
pub fn forgetEmpty(call: *pw.pw_call, key: [*c]const u8) void {
    if (textOf(pw.pw_text(call.inputs, key)).len == 0) pw.pw_set(call, key, null);
}

/// The id of the call cannot be imported. The reason completes the sentence.
pub fn refuseImport(call: *pw.pw_call, what: [*:0]const u8, reason: [*:0]const u8) Failed {
    _ = pw.pw_fail(call, pw.PW_INVALID, "`%s` cannot be imported as %s: %s", call.id, what, reason);
    return error.Failed;
}
