//! `RandomInteger`.
const std = @import("std");
const pw = @import("pulumi_wasm");
const draws = @import("draws.zig");
const hook = @import("hook.zig");

pub fn check(call: *pw.pw_call) hook.Failed!void {
    const minimum = pw.pw_get(call.inputs, pw.RANDOM_INTEGER_MIN);
    const maximum = pw.pw_get(call.inputs, pw.RANDOM_INTEGER_MAX);
    if (!pw.pw_is_known(minimum) or !pw.pw_is_known(maximum)) return;
    const min = pw.pw_int64(minimum);
    const max = pw.pw_int64(maximum);
    if (min > max) pw.pw_wrong(
        call,
        pw.RANDOM_INTEGER_MIN,
        "must not be larger than `max`: %lld is larger than %lld",
        @as(c_longlong, min),
        @as(c_longlong, max),
    );
}

pub fn create(call: *pw.pw_call) hook.Failed!void {
    const in = pw.random_integer_inputs_of(call.inputs);
    const seed = hook.textOf(in.seed);
    var source = if (seed.len > 0) draws.Source.seeded(seed) else draws.Source.unguessable(call);
    const result = try source.between(in.min, in.max);
    hook.forgetEmpty(call, pw.RANDOM_INTEGER_SEED);
    pw.random_integer_set_result(call, result);
    _ = pw.pw_set_id(call, "%lld", @as(c_longlong, result));
}

pub fn read(call: *pw.pw_call) hook.Failed!void {
    if (pw.pw_is_recorded(call)) return;
    const id = hook.textOf(call.id);
    var parts = std.mem.splitScalar(u8, id, ',');
    const result = number(parts.next()) orelse return refuse(call);
    const min = number(parts.next()) orelse return refuse(call);
    const max = number(parts.next()) orelse return refuse(call);
    pw.random_integer_set_result(call, result);
    pw.random_integer_set_min(call, min);
    pw.random_integer_set_max(call, max);
    // A seed may contain commas.
    if (parts.index != null) hook.setText(call, pw.RANDOM_INTEGER_SEED, parts.rest());
    _ = pw.pw_set_id(call, "%lld", @as(c_longlong, result));
}

fn number(part: ?[]const u8) ?i64 {
    return std.fmt.parseInt(i64, part orelse return null, 10) catch null;
}

fn refuse(call: *pw.pw_call) hook.Failed {
    return hook.refuseImport(call, "a random number", "write RESULT,MIN,MAX or RESULT,MIN,MAX,SEED, such as 15,1,100");
}
