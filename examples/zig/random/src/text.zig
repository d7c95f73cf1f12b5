//! Texts of random characters.
const std = @import("std");
const draws = @import("draws.zig");
const hook = @import("hook.zig");

pub const lower = "abcdefghijklmnopqrstuvwxyz";
pub const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
pub const numeric = "0123456789";
/// The special characters unless the user gives others.
pub const special = "!@#$%&*()-_=+[]{}<>:?";

/// One kind of characters, and how a text makes use of it.
pub const Class = struct {
    characters: []const u8,
    /// Whether the class is among the characters that fill the text.
    included: bool,
    /// How many characters of the class the text has at least, included or not.
    minimum: usize,
};

/// A text of so many characters: first the minimum of each class, then all included characters up to the length, and all of it shuffled.
pub fn of(source: *draws.Source, length: usize, classes: []const Class) hook.Failed![]const u8 {
    const made = hook.take(u21, length);
    var done: usize = 0;
    for (classes) |class| {
        if (class.minimum == 0) continue;
        const characters = unionOf(&.{class});
        for (0..class.minimum) |_| {
            made[done] = try source.choose(u21, characters);
            done += 1;
        }
    }
    var included: [4]Class = undefined;
    var count: usize = 0;
    for (classes) |class| {
        if (!class.included) continue;
        included[count] = class;
        count += 1;
    }
    if (done < length) {
        const characters = unionOf(included[0..count]);
        for (made[done..]) |*character| character.* = try source.choose(u21, characters);
    }
    try source.shuffle(u21, made);
    return utf8(made);
}

/// The characters of all these classes, each once, so that all are equally likely.
fn unionOf(classes: []const Class) []const u21 {
    var size: usize = 0;
    for (classes) |class| size += class.characters.len;
    const all = hook.take(u21, size);
    var count: usize = 0;
    for (classes) |class| {
        // The host gives only UTF-8.
        var characters = (std.unicode.Utf8View.init(class.characters) catch unreachable).iterator();
        while (characters.nextCodepoint()) |character| {
            all[count] = character;
            count += 1;
        }
    }
    std.mem.sort(u21, all[0..count], {}, std.sort.asc(u21));
    var kept: usize = 0;
    for (all[0..count]) |character| {
        if (kept > 0 and all[kept - 1] == character) continue;
        all[kept] = character;
        kept += 1;
    }
    return all[0..kept];
}

fn utf8(characters: []const u21) []const u8 {
    const made = hook.take(u8, 4 * characters.len);
    var length: usize = 0;
    // The characters come from UTF-8.
    for (characters) |character| length += std.unicode.utf8Encode(character, made[length..]) catch unreachable;
    return made[0..length];
}
