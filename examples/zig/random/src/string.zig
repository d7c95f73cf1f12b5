//! `RandomString`.
const pw = @import("pulumi_wasm");
const characters = @import("characters.zig");
const hook = @import("hook.zig");

pub fn create(call: *pw.pw_call) hook.Failed!void {
    const made = try characters.make(call);
    hook.setText(call, pw.RANDOM_STRING_RESULT, made);
    hook.setId(call, made);
}

pub fn read(call: *pw.pw_call) hook.Failed!void {
    if (!characters.isRecorded(call)) characters.setFound(call);
}
