//! Calls the hooks on this machine, with a stand-in of the host.
const std = @import("std");
const pw = @import("pulumi_wasm");
const provider = @import("provider");
const Source = provider.draws.Source;
const expect = std.testing.expect;
const expectEqualStrings = std.testing.expectEqualStrings;

/// The inputs of a text, with the defaults that the host applies.
fn characters(comptime asked: []const u8) [*:0]const u8 {
    // Of a key that comes twice the first value counts.
    return "{" ++ asked ++ ", \"lower\": true, \"upper\": true, \"number\": true, \"numeric\": true, \"special\": true, " ++
        "\"minLower\": 0, \"minUpper\": 0, \"minNumeric\": 0, \"minSpecial\": 0}";
}

fn output(result: pw.pw_test_result, key: [*c]const u8) []const u8 {
    return std.mem.span(pw.pw_text(result.values, key));
}

fn succeeds(result: pw.pw_test_result) !pw.pw_test_result {
    if (!result.succeeded) std.debug.print("{s}\n", .{result.message});
    try expect(result.succeeded);
    return result;
}

fn isRefused(result: pw.pw_test_result, path: []const u8) !void {
    try expect(result.failure_count == 1);
    try expectEqualStrings(path, std.mem.span(result.paths[0]));
}

test "equal seeds give equal results in every version and language" {
    var source = Source.seeded("pulumi");
    try expect(try source.between(1, 100) == 44);
    source = Source.seeded("pulumi");
    try std.testing.expectEqualSlices(usize, &.{ 1, 2, 0, 4, 3 }, try source.deal(5, 5));
    source = Source.seeded("edges");
    var lowest: i64 = 9;
    var highest: i64 = -9;
    for (0..200) |_| {
        const drawn = try source.between(-3, 3);
        lowest = @min(lowest, drawn);
        highest = @max(highest, drawn);
    }
    try expect(lowest == -3 and highest == 3);
    _ = try source.between(std.math.minInt(i64), std.math.maxInt(i64));
    try expect(try source.between(7, 7) == 7);
}

test "dealing uses every item before it repeats one" {
    var source = Source.seeded("deal");
    const dealt = try source.deal(3, 7);
    try expect(dealt.len == 7);
    for ([_]usize{ 0, 3 }) |start| {
        var seen: [3]bool = @splat(false);
        for (dealt[start..][0..3]) |item| seen[item] = true;
        try expect(seen[0] and seen[1] and seen[2]);
    }
    try expect((try source.deal(0, 5)).len == 0);
}

test "bytes in every encoding" {
    const encoding = provider.encoding;
    const bytes = [_]u8{ 0xfb, 0xf0, 0x0d, 0x7e, 0x01, 0xff, 0xee, 0x3f };
    try expectEqualStrings("+/ANfgH/7j8=", encoding.base64(&bytes));
    try expectEqualStrings("-_ANfgH_7j8", encoding.base64Url(&bytes));
    try expectEqualStrings("fbf00d7e01ffee3f", encoding.hex(&bytes));
    try expectEqualStrings("18154024932781059647", encoding.decimal(&bytes));
    try expectEqualStrings("0", encoding.decimal(""));
    try expectEqualStrings("7", encoding.decimal(&.{ 0, 0, 7 }));
    const most: [16]u8 = @splat(0xff);
    try expectEqualStrings("340282366920938463463374607431768211455", encoding.decimal(&most));
    try std.testing.expectEqualSlices(u8, &bytes, encoding.fromBase64("+/ANfgH/7j8=").?);
    for ([_][]const u8{ "@@", "abcde", "+/ANfgH/7j8" }) |text| try expect(encoding.fromBase64(text) == null);
}

test "a hash equals the hash of another implementation" {
    const long: [80]u8 = @splat('x');
    const salt: [16]u8 = @splat(7);
    const hash = provider.bcrypt.hash(long[0..72], salt);
    try expect(hash.len == 60 and std.mem.startsWith(u8, hash, "$2a$10$"));
    // Only the first 72 bytes count.
    try expectEqualStrings(hash, provider.bcrypt.hash(&long, salt));
    try expectEqualStrings(hash_of_another, provider.bcrypt.hash("Grüße, äöü", salt_of_another));
}

/// Made by the bcrypt of Python.
const hash_of_another = "$2a$10$w4rqx/FAgpKYw24uECl7OuwLcpL4F2T2s5WFoNFSmKTw21ki5DO72";
const salt_of_another = [16]u8{ 0xcb, 0xab, 0x6c, 0xcc, 0x11, 0xc2, 0x8a, 0xb3, 0x1a, 0xcb, 0x8e, 0xb0, 0x18, 0x49, 0xfd, 0x43 };

test "a text has the characters that were asked for" {
    const made = try succeeds(pw.pw_test_create(.{ .token = pw.RANDOM_STRING, .inputs = characters(
        \\"length": 20, "minNumeric": 5, "upper": false, "minSpecial": 2, "overrideSpecial": "ä_"
    ) }));
    const text = output(made, pw.RANDOM_STRING_RESULT);
    try expectEqualStrings(text, std.mem.span(made.id));
    try expect(pw.pw_characters(pw.pw_get(made.values, pw.RANDOM_STRING_RESULT)) == 20);
    var digits: usize = 0;
    for (text) |byte| {
        digits += @intFromBool(std.ascii.isDigit(byte));
        try expect(std.ascii.isDigit(byte) or std.ascii.isLower(byte) or byte == '_' or byte >= 0x80);
    }
    try expect(digits >= 5);
}

test "a check refuses texts that cannot be, and lets the two names of an input agree" {
    const short = pw.pw_test_check(.{ .token = pw.RANDOM_STRING, .inputs = characters("\"length\": 3, \"minLower\": 4") });
    try isRefused(short, "length");
    const none = pw.pw_test_check(.{ .token = pw.RANDOM_PASSWORD, .inputs =
        \\{"length": 3, "lower": false, "upper": false, "special": false, "number": true, "numeric": false}
    });
    try isRefused(none, "numeric");
    try expect(!pw.pw_bool(none.values, pw.RANDOM_PASSWORD_NUMBER));
    const unknown = try succeeds(pw.pw_test_check(.{ .token = pw.RANDOM_STRING, .inputs =
        \\{"length": "04da6b54-80e4-46f7-96ec-b56ff0331ba9", "minLower": 4, "number": true, "numeric": true}
    }));
    try expect(unknown.failure_count == 0 and pw.pw_bool(unknown.values, pw.RANDOM_STRING_NUMERIC));
}

test "a password has a hash, and the id that all passwords share" {
    const made = try succeeds(pw.pw_test_create(.{ .token = pw.RANDOM_PASSWORD, .inputs = characters("\"length\": 24") }));
    try expectEqualStrings("none", std.mem.span(made.id));
    try expect(output(made, pw.RANDOM_PASSWORD_RESULT).len == 24 and output(made, pw.RANDOM_PASSWORD_BCRYPT_HASH).len == 60);
}

test "a record of the first versions is not an import" {
    const found = try succeeds(pw.pw_test_read(.{ .token = pw.RANDOM_STRING, .id = "ab", .old_outputs =
        \\{"length": 2, "number": false, "upper": false, "result": "ab"}
    }));
    try expect(!pw.pw_bool(found.values, pw.RANDOM_STRING_UPPER) and !pw.pw_bool(found.values, pw.RANDOM_STRING_NUMERIC));
    try expect(pw.pw_get(found.values, pw.RANDOM_STRING_NUMERIC) != null);
}

test "a name has its words" {
    const made = try succeeds(pw.pw_test_create(.{ .token = pw.RANDOM_PET, .inputs = "{\"length\": 3, \"separator\": \"_\", \"prefix\": \"my\"}" }));
    try expect(std.mem.count(u8, std.mem.span(made.id), "_") == 3);
    const bare = try succeeds(pw.pw_test_create(.{ .token = pw.RANDOM_PET, .inputs = "{\"length\": 1, \"separator\": \"_\", \"prefix\": \"\"}" }));
    try expect(std.mem.indexOfScalar(u8, std.mem.span(bare.id), '_') == null and pw.pw_get(bare.values, pw.RANDOM_PET_PREFIX) == null);
}

test "a number is in its range, and a range has to be one" {
    const made = try succeeds(pw.pw_test_create(.{ .token = pw.RANDOM_INTEGER, .inputs = "{\"min\": 1, \"max\": 100, \"seed\": \"pulumi\"}" }));
    try expectEqualStrings("44", std.mem.span(made.id));
    try isRefused(pw.pw_test_check(.{ .token = pw.RANDOM_INTEGER, .inputs = "{\"min\": 8, \"max\": 7}" }), "min");
}

test "an order has each item once" {
    const made = try succeeds(pw.pw_test_create(.{ .token = pw.RANDOM_SHUFFLE, .inputs =
        \\{"inputs": ["a", "b", "c", "d", "e"], "seed": "pulumi"}
    }));
    const results = pw.pw_get(made.values, pw.RANDOM_SHUFFLE_RESULTS);
    for ([_][]const u8{ "b", "c", "a", "e", "d" }, 0..) |item, index| try expectEqualStrings(item, std.mem.span(pw.pw_string(pw.pw_at(results, index))));
}

test "a UUID tells its version" {
    for ([_][*:0]const u8{ pw.RANDOM_UUID, pw.RANDOM_UUID4, pw.RANDOM_UUID7 }, [_]u8{ '4', '4', '7' }) |token, version| {
        const made = try succeeds(pw.pw_test_create(.{ .token = token, .inputs = "{}" }));
        const uuid = output(made, pw.RANDOM_UUID_RESULT);
        try expect(uuid.len == 36 and uuid[14] == version and std.mem.indexOfScalar(u8, "89ab", uuid[19]) != null);
    }
}

test "an import is told by its id" {
    const usual = "1d7e42c9-80f3-0b56-2a9e-c4417f5be038";
    for ([_][*:0]const u8{ usual, "{1D7E42C9-80F3-0B56-2A9E-C4417F5BE038}", "1d7e42c980f30b562a9ec4417f5be038", "urn:uuid:" ++ usual }) |id| {
        const found = try succeeds(pw.pw_test_read(.{ .token = pw.RANDOM_UUID, .id = id }));
        try expectEqualStrings(usual, output(found, pw.RANDOM_UUID_RESULT));
    }
    const number = try succeeds(pw.pw_test_read(.{ .token = pw.RANDOM_INTEGER, .id = "-3,-5,0,a,b" }));
    try expect(pw.pw_integer(number.values, pw.RANDOM_INTEGER_MIN) == -5);
    try expectEqualStrings("a,b", output(number, pw.RANDOM_INTEGER_SEED));
    const id = try succeeds(pw.pw_test_read(.{ .token = pw.RANDOM_ID, .id = "p-,p-9hUg" }));
    try expectEqualStrings("p-a7ef6152", output(id, pw.RANDOM_ID_HEX));
    for ([_][*:0]const u8{ pw.RANDOM_UUID, pw.RANDOM_INTEGER, pw.RANDOM_BYTES }) |token| {
        try expect(!pw.pw_test_read(.{ .token = token, .id = "x1" }).succeeded);
    }
    try expect(!pw.pw_test_read(.{ .token = pw.RANDOM_PASSWORD, .id = "none" }).succeeded);
}
