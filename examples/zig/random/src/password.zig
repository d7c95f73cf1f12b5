//! `RandomPassword`.
const std = @import("std");
const pw = @import("pulumi_wasm");
const bcrypt = @import("bcrypt.zig");
const characters = @import("characters.zig");
const hook = @import("hook.zig");

/// The id of every password: ids are not secrets.
const shared_id = "none";

pub fn create(call: *pw.pw_call) hook.Failed!void {
    const made = try characters.make(call);
    hook.setText(call, pw.RANDOM_PASSWORD_RESULT, made);
    try setHash(call, made);
    hook.setId(call, shared_id);
}

pub fn read(call: *pw.pw_call) hook.Failed!void {
    if (!characters.isRecorded(call)) {
        const password = hook.textOf(call.id);
        // Every password has this id: who asks by it alone does not mean a password of four letters.
        if (std.mem.eql(u8, password, shared_id)) {
            _ = pw.pw_fail(call, pw.PW_INVALID, "a password is imported by the password itself");
            return error.Failed;
        }
        characters.setFound(call);
        try setHash(call, password);
    }
    hook.setId(call, shared_id);
}

fn setHash(call: *pw.pw_call, password: []const u8) hook.Failed!void {
    var salt: [16]u8 = undefined;
    if (!pw.pw_random(call, &salt, salt.len)) return error.Failed;
    hook.setText(call, pw.RANDOM_PASSWORD_BCRYPT_HASH, bcrypt.hash(password, salt));
}
