//! Calls the hooks on this machine, with a stand-in of the host.
const std = @import("std");
const pw = @import("pulumi_wasm");
comptime {
    _ = @import("provider");
}

test "a greeting has a message" {
    const made = pw.pw_test_create(.{ .token = pw.GREETING, .inputs = "{\"name\": \"World\", \"salutation\": \"Hi\"}" });
    try std.testing.expect(made.succeeded);
    try std.testing.expectEqualStrings("World", std.mem.span(made.id));
    try std.testing.expectEqualStrings("Hi, World!", std.mem.span(pw.pw_text(made.values, pw.GREETING_MESSAGE)));
}
