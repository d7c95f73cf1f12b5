//! `RandomBytes`.
const std = @import("std");
const pw = @import("pulumi_wasm");
const draws = @import("draws.zig");
const encoding = @import("encoding.zig");
const hook = @import("hook.zig");

/// The id of all bytes that are made here. Other providers took the bytes themselves, but ids are not secrets.
const shared_id = "none";

pub fn create(call: *pw.pw_call) hook.Failed!void {
    const in = pw.random_bytes_inputs_of(call.inputs);
    setOutputs(call, try draws.unguessableBytes(call, @intCast(in.length)));
    hook.setId(call, shared_id);
}

pub fn read(call: *pw.pw_call) hook.Failed!void {
    if (pw.pw_is_recorded(call)) return;
    const text = hook.textOf(call.id);
    // The shared id would be valid base64, but it does not stand for these bytes.
    if (std.mem.eql(u8, text, shared_id)) return hook.refuseImport(call, "random bytes", "it is the id of all of them");
    const bytes = encoding.fromBase64(text) orelse return hook.refuseImport(call, "random bytes", "it is not base64 with padding");
    setOutputs(call, bytes);
    pw.random_bytes_set_length(call, @intCast(bytes.len));
    hook.setId(call, shared_id);
}

fn setOutputs(call: *pw.pw_call, bytes: []const u8) void {
    hook.setText(call, pw.RANDOM_BYTES_BASE64, encoding.base64(bytes));
    hook.setText(call, pw.RANDOM_BYTES_HEX, encoding.hex(bytes));
}
