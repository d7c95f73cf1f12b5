//! State from before it had a version: recorded by this provider's first versions, and by others of its name.
//!
//! Each function is a step from version 0 to version 1.
const std = @import("std");
const pw = @import("pulumi_wasm");
const hook = @import("hook.zig");

/// Makes texts of all keepers. Others recorded numbers and booleans too, nulls, and names that begin with `__`, which are notes of the engine's
/// neighbours.
pub fn keepers(call: *pw.pw_call) hook.Failed!void {
    for ([_]?*pw.pw_value{ call.new_inputs, call.new_outputs }) |state| {
        const found = pw.pw_get(state, pw.RANDOM_STRING_KEEPERS);
        if (pw.pw_kind_of(found) != pw.PW_MAP) continue;
        const made = pw.pw_new_map();
        for (0..pw.pw_count(found)) |index| {
            const name = pw.pw_key(found, index);
            const value = pw.pw_at(found, index);
            if (std.mem.startsWith(u8, hook.textOf(name), "__") or pw.pw_kind_of(value) == pw.PW_NULL) continue;
            pw.pw_put(made, name, written(value));
        }
        pw.pw_put(state, pw.RANDOM_STRING_KEEPERS, if (pw.pw_is_secret(found)) pw.pw_secret(made) else made);
    }
}

/// Gives the two names of one input the same value: others recorded only the one that the program had given.
pub fn text(call: *pw.pw_call) hook.Failed!void {
    try keepers(call);
    const names = [_][*:0]const u8{ pw.RANDOM_STRING_NUMBER, pw.RANDOM_STRING_NUMERIC };
    for (names) |name| {
        const value = pw.pw_get(call.new_inputs, name);
        if (pw.pw_kind_of(value) != pw.PW_BOOL or pw.pw_flag(value)) continue;
        for (names) |each| pw.pw_put(call.new_inputs, each, pw.pw_new_bool(false));
    }
}

/// A password once had no hash. It is empty then.
pub fn password(call: *pw.pw_call) hook.Failed!void {
    try text(call);
    if (call.new_outputs != null and pw.pw_get(call.new_outputs, pw.RANDOM_PASSWORD_BCRYPT_HASH) == null) {
        pw.pw_put(call.new_outputs, pw.RANDOM_PASSWORD_BCRYPT_HASH, pw.pw_new_text(""));
    }
}

/// The value as a person would write it: whole numbers may be recorded as `3.0`.
fn written(value: ?*const pw.pw_value) ?*const pw.pw_value {
    const made = switch (pw.pw_kind_of(value)) {
        pw.PW_BOOL => pw.pw_new_text(if (pw.pw_flag(value)) "true" else "false"),
        pw.PW_NUMBER => number(pw.pw_double(value)),
        else => return value,
    };
    return if (pw.pw_is_secret(value)) pw.pw_secret(made) else made;
}

fn number(value: f64) ?*pw.pw_value {
    // The digits of the largest double.
    var buffer: [400]u8 = undefined;
    return hook.textValue(std.fmt.bufPrint(&buffer, "{d}", .{value}) catch unreachable);
}
