//! `RandomShuffle`.
const pw = @import("pulumi_wasm");
const draws = @import("draws.zig");
const hook = @import("hook.zig");

pub fn create(call: *pw.pw_call) hook.Failed!void {
    const in = pw.random_shuffle_inputs_of(call.inputs);
    const length = pw.pw_count(in.inputs);
    const count: usize = if (in.result_count == null) length else @intCast(in.result_count.*);
    const seed = hook.textOf(in.seed);
    var source = if (seed.len > 0) draws.Source.seeded(seed) else draws.Source.unguessable(call);
    const results = pw.pw_new_list();
    for (try source.deal(length, count)) |index| pw.pw_append(results, pw.pw_at(in.inputs, index));
    pw.random_shuffle_set_results(call, results);
    hook.setId(call, "-");
}
