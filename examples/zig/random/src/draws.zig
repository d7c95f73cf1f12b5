//! Fair choices: every outcome is equally likely.
//!
//! A remainder (`draw % bound`) would favour small outcomes whenever the bound is not a power of two. Here too large draws are thrown away instead, which
//! takes two draws at worst on average.
const std = @import("std");
const pw = @import("pulumi_wasm");
const hook = @import("hook.zig");
const ChaCha20 = std.crypto.stream.chacha.ChaCha20With64BitNonce;
const Sha256 = std.crypto.hash.sha2.Sha256;

/// Random bits, from the host or from a seed.
pub const Source = struct {
    /// Bytes that come from the host, or `null` for a stream.
    call: ?*pw.pw_call = null,
    key: [32]u8 = undefined,
    /// The next block of the stream.
    block: u64 = 0,
    bytes: [512]u8 = undefined,
    used: usize = 512,

    /// Unguessable bits of the host.
    pub fn unguessable(call: *pw.pw_call) Source {
        return .{ .call = call };
    }

    /// The ChaCha20 stream whose key is the SHA-256 of the text.
    ///
    /// Users rely on equal seeds giving equal results in every version to come: this may never change.
    pub fn seeded(seed: []const u8) Source {
        var made: Source = .{};
        Sha256.hash(seed, &made.key, .{});
        return made;
    }

    /// 64 random bits.
    fn draw(self: *Source) hook.Failed!u64 {
        if (self.used == self.bytes.len) {
            if (self.call) |call| {
                if (!pw.pw_random(call, &self.bytes, self.bytes.len)) return error.Failed;
            } else {
                const nonce: [8]u8 = @splat(0);
                ChaCha20.stream(&self.bytes, self.block, self.key, nonce);
                self.block += self.bytes.len / 64;
            }
            self.used = 0;
        }
        defer self.used += 8;
        return std.mem.readInt(u64, self.bytes[self.used..][0..8], .little);
    }

    /// A number from 0 to `maximum`, both included.
    fn upTo(self: *Source, maximum: u64) hook.Failed!u64 {
        if (maximum == 0) return 0;
        const mask = @as(u64, std.math.maxInt(u64)) >> @intCast(@clz(maximum));
        while (true) {
            const drawn = try self.draw() & mask;
            if (drawn <= maximum) return drawn;
        }
    }

    /// A whole number from `minimum` to `maximum`, both included. The range must not be empty.
    pub fn between(self: *Source, minimum: i64, maximum: i64) hook.Failed!i64 {
        // The distance between two i64 always fits an u64.
        const distance: u64 = @bitCast(maximum -% minimum);
        return minimum +% @as(i64, @bitCast(try self.upTo(distance)));
    }

    /// One of the items. There must be at least one.
    pub fn choose(self: *Source, comptime Item: type, items: []const Item) hook.Failed!Item {
        return items[@intCast(try self.upTo(items.len - 1))];
    }

    /// Puts the items into a random order (Fisher and Yates).
    pub fn shuffle(self: *Source, comptime Item: type, items: []Item) hook.Failed!void {
        var length = items.len;
        while (length > 1) : (length -= 1) {
            const other: usize = @intCast(try self.upTo(length - 1));
            std.mem.swap(Item, &items[length - 1], &items[other]);
        }
    }

    /// As many of the numbers from 0 to below `length` as wanted, from one random order of all of them after the other, so that no number comes up for
    /// the second time before every number came up once.
    pub fn deal(self: *Source, length: usize, count: usize) hook.Failed![]usize {
        const dealt = hook.take(usize, if (length == 0) 0 else count);
        const deck = hook.take(usize, length);
        var done: usize = 0;
        while (done < dealt.len) {
            for (deck, 0..) |*card, index| card.* = index;
            try self.shuffle(usize, deck);
            const round = @min(length, dealt.len - done);
            @memcpy(dealt[done..][0..round], deck[0..round]);
            done += round;
        }
        return dealt;
    }
};

/// Unguessable bytes of the host.
pub fn unguessableBytes(call: *pw.pw_call, count: usize) hook.Failed![]u8 {
    const made = hook.take(u8, count);
    if (!pw.pw_random(call, made.ptr, made.len)) return error.Failed;
    return made;
}
