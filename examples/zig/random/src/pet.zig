//! `RandomPet`.
const pw = @import("pulumi_wasm");
const draws = @import("draws.zig");
const hook = @import("hook.zig");
const words = @import("words.zig");

pub fn create(call: *pw.pw_call) hook.Failed!void {
    const in = pw.random_pet_inputs_of(call.inputs);
    var source = draws.Source.unguessable(call);
    const prefix = hook.textOf(in.prefix);
    const separator = hook.textOf(in.separator);
    const count: usize = @intCast(in.length);
    const made = hook.take([]const u8, count + 1);
    made[0] = prefix;
    // One word is an animal; two are an adjective and an animal; more begin with adverbs.
    for (made[1..], 1..) |*word, place| {
        const list: []const []const u8 = if (place + 1 < count) &words.adverbs else if (place < count) &words.adjectives else &words.animals;
        word.* = try source.choose([]const u8, list);
    }
    hook.forgetEmpty(call, pw.RANDOM_PET_PREFIX);
    hook.setId(call, joined(if (prefix.len > 0) made else made[1..], separator));
}

fn joined(parts: []const []const u8, separator: []const u8) []const u8 {
    var size: usize = 0;
    for (parts) |part| size += part.len + separator.len;
    const made = hook.take(u8, size);
    var length: usize = 0;
    for (parts, 0..) |part, index| {
        for ([_][]const u8{ if (index > 0) separator else "", part }) |piece| {
            @memcpy(made[length..][0..piece.len], piece);
            length += piece.len;
        }
    }
    return made[0..length];
}
