//! `RandomId`.
const std = @import("std");
const pw = @import("pulumi_wasm");
const draws = @import("draws.zig");
const encoding = @import("encoding.zig");
const hook = @import("hook.zig");

pub fn create(call: *pw.pw_call) hook.Failed!void {
    const in = pw.random_id_inputs_of(call.inputs);
    const bytes = try draws.unguessableBytes(call, @intCast(in.byte_length));
    setOutputs(call, bytes, hook.textOf(in.prefix));
    hook.setId(call, encoding.base64Url(bytes));
}

pub fn read(call: *pw.pw_call) hook.Failed!void {
    if (pw.pw_is_recorded(call)) return;
    const id = hook.textOf(call.id);
    // A prefix may contain commas.
    const comma = std.mem.lastIndexOfScalar(u8, id, ',');
    const prefix = if (comma) |at| id[0..at] else "";
    const text = if (comma) |at| id[at + 1 ..] else id;
    const bytes = encoding.fromBase64Url(text) orelse return hook.refuseImport(call, "a random id", "it does not end with URL-safe base64 without padding");
    setOutputs(call, bytes, prefix);
    pw.random_id_set_byte_length(call, @intCast(bytes.len));
    if (prefix.len > 0) hook.setText(call, pw.RANDOM_ID_PREFIX, prefix);
    hook.setId(call, text);
}

fn setOutputs(call: *pw.pw_call, bytes: []const u8, prefix: []const u8) void {
    setPrefixed(call, pw.RANDOM_ID_B64_STD, prefix, encoding.base64(bytes));
    setPrefixed(call, pw.RANDOM_ID_B64_URL, prefix, encoding.base64Url(bytes));
    setPrefixed(call, pw.RANDOM_ID_DEC, prefix, encoding.decimal(bytes));
    setPrefixed(call, pw.RANDOM_ID_HEX, prefix, encoding.hex(bytes));
}

fn setPrefixed(call: *pw.pw_call, key: [*c]const u8, prefix: []const u8, text: []const u8) void {
    const made = hook.take(u8, prefix.len + text.len);
    @memcpy(made[0..prefix.len], prefix);
    @memcpy(made[prefix.len..], text);
    hook.setText(call, key, made);
}
