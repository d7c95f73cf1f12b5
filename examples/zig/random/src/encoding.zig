//! Bytes written as text.
const std = @import("std");
const take = @import("hook.zig").take;

/// Base64 with `+`, `/` and padding.
pub fn base64(bytes: []const u8) []const u8 {
    return encoded(std.base64.standard.Encoder, bytes);
}

/// Base64 with `-`, `_` and no padding.
pub fn base64Url(bytes: []const u8) []const u8 {
    return encoded(std.base64.url_safe_no_pad.Encoder, bytes);
}

/// The bytes of a text that `base64` writes; `null` for another text.
pub fn fromBase64(text: []const u8) ?[]const u8 {
    return decoded(std.base64.standard.Decoder, text);
}

/// The bytes of a text that `base64Url` writes; `null` for another text.
pub fn fromBase64Url(text: []const u8) ?[]const u8 {
    return decoded(std.base64.url_safe_no_pad.Decoder, text);
}

fn encoded(encoder: std.base64.Base64Encoder, bytes: []const u8) []const u8 {
    return encoder.encode(take(u8, encoder.calcSize(bytes.len)), bytes);
}

fn decoded(decoder: std.base64.Base64Decoder, text: []const u8) ?[]const u8 {
    const made = take(u8, decoder.calcSizeForSlice(text) catch return null);
    decoder.decode(made, text) catch return null;
    return made;
}

/// Two lowercase hexadecimal digits for each byte.
pub fn hex(bytes: []const u8) []const u8 {
    const digits = "0123456789abcdef";
    const made = take(u8, 2 * bytes.len);
    for (bytes, 0..) |byte, index| {
        made[2 * index] = digits[byte >> 4];
        made[2 * index + 1] = digits[byte & 15];
    }
    return made;
}

/// The bytes as a big-endian number, in decimal digits without leading zeros.
pub fn decimal(bytes: []const u8) []const u8 {
    // Groups of nine digits, the lowest group first: a group times 256 plus a carry fits an u64 with ease. A group has more than three bytes.
    const group_size: u64 = 1_000_000_000;
    const groups = take(u64, bytes.len / 3 + 1);
    var count: usize = 1;
    for (bytes) |byte| {
        var carry: u64 = byte;
        for (groups[0..count]) |*group| {
            const value = group.* * 256 + carry;
            group.* = value % group_size;
            carry = value / group_size;
        }
        if (carry > 0) {
            groups[count] = carry;
            count += 1;
        }
    }
    const made = take(u8, 9 * count);
    for (groups[0..count], 0..) |group, index| {
        var rest = group;
        for (0..9) |digit| {
            made[made.len - 9 * index - digit - 1] = '0' + @as(u8, @intCast(rest % 10));
            rest /= 10;
        }
    }
    const trimmed = std.mem.trimStart(u8, made, "0");
    return if (trimmed.len == 0) "0" else trimmed;
}
