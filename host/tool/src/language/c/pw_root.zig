//! Written by `pulumi-wasm build`: a change here is lost.
//!
//! The root of a provider's program. A panic ends the call with its message. The panic handler of the standard library prints a stack trace too, and its
//! code is larger than the code of a small provider.
const std = @import("std");
const provider = @import("provider");

extern fn pw_panic(message: [*]const u8, length: usize) noreturn;

fn end(message: []const u8, _: ?usize) noreturn {
    pw_panic(message.ptr, message.len);
}

pub const panic = if (@hasDecl(provider, "panic")) provider.panic else std.debug.FullPanic(end);
pub const std_options: std.Options = if (@hasDecl(provider, "std_options")) provider.std_options else .{};

comptime {
    _ = provider;
}
