//! The bcrypt hash of a password.
const std = @import("std");
const bcrypt = std.crypto.pwhash.bcrypt;
const hook = @import("hook.zig");

/// Two to this power is the number of rounds. Raising it would make every password slower to create.
const cost = 10;

/// bcrypt has a special order of the base64 letters.
const encoder = std.base64.Base64Encoder.init("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".*, null);

/// The hash in the usual form, `$2a$10$` with salt and digest, of the first 72 bytes of the password.
pub fn hash(password: []const u8, salt: [16]u8) []const u8 {
    const digest = bcrypt.bcrypt(password, &salt, .{ .rounds_log = cost, .silently_truncate_password = true });
    const head = std.fmt.comptimePrint("$2a${d}$", .{cost});
    const salted = encoder.calcSize(salt.len);
    const made = hook.take(u8, head.len + salted + encoder.calcSize(digest.len));
    @memcpy(made[0..head.len], head);
    _ = encoder.encode(made[head.len..][0..salted], &salt);
    _ = encoder.encode(made[head.len + salted ..], &digest);
    return made;
}
