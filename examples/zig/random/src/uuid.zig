//! `RandomUuid`, `RandomUuid4` and `RandomUuid7`. They differ in how a UUID is made, and have the same properties.
const std = @import("std");
const pw = @import("pulumi_wasm");
const hook = @import("hook.zig");

pub fn createVersion4(call: *pw.pw_call) hook.Failed!void {
    try create(call, 4);
}

/// A UUID of version 7 begins with the milliseconds since 1970.
pub fn createVersion7(call: *pw.pw_call) hook.Failed!void {
    try create(call, 7);
}

fn create(call: *pw.pw_call, version: u8) hook.Failed!void {
    var bytes: [16]u8 = undefined;
    if (!pw.pw_random(call, &bytes, bytes.len)) return error.Failed;
    if (version == 7) std.mem.writeInt(u48, bytes[0..6], @intFromFloat(pw.pw_now() * 1000), .big);
    bytes[6] = bytes[6] & 0x0f | version << 4;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    setResult(call, bytes);
}

pub fn read(call: *pw.pw_call) hook.Failed!void {
    if (pw.pw_is_recorded(call)) return;
    setResult(call, parsed(hook.textOf(call.id)) orelse return hook.refuseImport(call, "a UUID", "it does not have the form of a UUID"));
}

/// Sets the UUID in its usual form, in lowercase and with hyphens.
fn setResult(call: *pw.pw_call, bytes: [16]u8) void {
    const digits = "0123456789abcdef";
    const text = hook.take(u8, 36);
    var length: usize = 0;
    for (bytes, 0..) |byte, index| {
        if (index == 4 or index == 6 or index == 8 or index == 10) {
            text[length] = '-';
            length += 1;
        }
        text[length] = digits[byte >> 4];
        text[length + 1] = digits[byte & 15];
        length += 2;
    }
    hook.setText(call, pw.RANDOM_UUID_RESULT, text);
    hook.setId(call, text);
}

/// A UUID of any version: with hyphens or without them, in braces or after `urn:uuid:`.
fn parsed(whole: []const u8) ?[16]u8 {
    const urn = "urn:uuid:";
    var text = whole;
    if (std.mem.startsWith(u8, text, urn)) {
        text = text[urn.len..];
    } else if (text.len > 2 and text[0] == '{' and text[text.len - 1] == '}') {
        text = text[1 .. text.len - 1];
    }
    var digits: [32]u8 = undefined;
    if (text.len != 32 and text.len != 36) return null;
    var count: usize = 0;
    for (text, 0..) |character, index| {
        const is_place = text.len == 36 and (index == 8 or index == 13 or index == 18 or index == 23);
        if (is_place and character == '-') continue;
        if (is_place or count == digits.len) return null;
        digits[count] = character;
        count += 1;
    }
    var bytes: [16]u8 = undefined;
    _ = std.fmt.hexToBytes(&bytes, &digits) catch return null;
    return bytes;
}
