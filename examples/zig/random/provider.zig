//! Random values that are made once and stay the same: the resources of Pulumi's `random` package.
//!
//! Tokens, properties, defaults, ids and import ids equal the package's, so a stack can switch to this component and keep its resources. `draws`, `text`,
//! `encoding`, `words` and `bcrypt` make the values, and each other file of `src` is one resource.
const pw = @import("pulumi_wasm");
const bytes = @import("src/bytes.zig");
const characters = @import("src/characters.zig");
const id = @import("src/id.zig");
const integer = @import("src/integer.zig");
const password = @import("src/password.zig");
const pet = @import("src/pet.zig");
const recorded = @import("src/recorded.zig");
const shuffle = @import("src/shuffle.zig");
const string = @import("src/string.zig");
const uuid = @import("src/uuid.zig");
const hook = @import("src/hook.zig").hook;

pub const bcrypt = @import("src/bcrypt.zig");
pub const draws = @import("src/draws.zig");
pub const encoding = @import("src/encoding.zig");

const migrate = hook(recorded.keepers);

export const pw_resources = [_]pw.pw_resource{
    .{ .type = pw.RANDOM_BYTES, .create = hook(bytes.create), .read = hook(bytes.read), .migrate = migrate },
    .{ .type = pw.RANDOM_ID, .create = hook(id.create), .read = hook(id.read), .migrate = migrate },
    .{
        .type = pw.RANDOM_INTEGER,
        .check = hook(integer.check),
        .create = hook(integer.create),
        .read = hook(integer.read),
        .migrate = migrate,
    },
    .{
        .type = pw.RANDOM_PASSWORD,
        .check = hook(characters.check),
        .create = hook(password.create),
        .read = hook(password.read),
        .migrate = hook(recorded.password),
    },
    .{ .type = pw.RANDOM_PET, .create = hook(pet.create), .migrate = migrate },
    .{ .type = pw.RANDOM_SHUFFLE, .create = hook(shuffle.create), .migrate = migrate },
    .{
        .type = pw.RANDOM_STRING,
        .check = hook(characters.check),
        .create = hook(string.create),
        .read = hook(string.read),
        .migrate = hook(recorded.text),
    },
    .{ .type = pw.RANDOM_UUID, .create = hook(uuid.createVersion4), .read = hook(uuid.read), .migrate = migrate },
    .{ .type = pw.RANDOM_UUID4, .create = hook(uuid.createVersion4), .read = hook(uuid.read), .migrate = migrate },
    .{ .type = pw.RANDOM_UUID7, .create = hook(uuid.createVersion7), .read = hook(uuid.read), .migrate = migrate },
    .{},
};
