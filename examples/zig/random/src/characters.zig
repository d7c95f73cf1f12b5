//! The common part of `RandomString` and `RandomPassword`: their characters.
const pw = @import("pulumi_wasm");
const draws = @import("draws.zig");
const hook = @import("hook.zig");
const text = @import("text.zig");

const minimums = [_][*:0]const u8{ pw.RANDOM_STRING_MIN_LOWER, pw.RANDOM_STRING_MIN_UPPER, pw.RANDOM_STRING_MIN_NUMERIC, pw.RANDOM_STRING_MIN_SPECIAL };

/// Checks the rules between several properties whose values are known.
pub fn check(call: *pw.pw_call) hook.Failed!void {
    // An unknown minimum counts as 0: a higher one would only make it worse.
    var sum: i64 = 0;
    for (minimums) |minimum| sum +|= if (known(call, minimum)) |value| pw.pw_int64(value) else 0;
    if (known(call, pw.RANDOM_STRING_LENGTH)) |value| {
        const length = pw.pw_int64(value);
        if (length < sum) pw.pw_wrong(
            call,
            pw.RANDOM_STRING_LENGTH,
            "must be at least %lld, the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, but it is %lld",
            @as(c_longlong, sum),
            @as(c_longlong, length),
        );
    }
    // The input has two names, and both default to true; so a false one counts. From here on they agree.
    const number = flag(call, pw.RANDOM_STRING_NUMBER);
    const numeric = flag(call, pw.RANDOM_STRING_NUMERIC);
    const agreed: ?bool = if (number == false or numeric == false) false else if (number == null or numeric == null) null else true;
    agree(call, pw.RANDOM_STRING_NUMBER, agreed);
    agree(call, pw.RANDOM_STRING_NUMERIC, agreed);
    const others = [_]?bool{ flag(call, pw.RANDOM_STRING_LOWER), flag(call, pw.RANDOM_STRING_UPPER), flag(call, pw.RANDOM_STRING_SPECIAL) };
    for (others) |other| {
        if (other != false) return;
    }
    if (agreed == false) pw.pw_wrong(
        call,
        pw.RANDOM_STRING_NUMERIC,
        "one of `lower`, `upper`, `numeric` and `special` must be true: the text needs characters to choose from",
    );
}

/// An input that is given and known.
fn known(call: *pw.pw_call, key: [*c]const u8) ?*const pw.pw_value {
    const value = pw.pw_get(call.inputs, key);
    return if (pw.pw_is_known(value)) value else null;
}

fn flag(call: *pw.pw_call, key: [*c]const u8) ?bool {
    return if (known(call, key)) |value| pw.pw_flag(value) else null;
}

/// Sets an input. A value that is secret stays secret.
fn agree(call: *pw.pw_call, key: [*c]const u8, agreed: ?bool) void {
    const value = if (agreed) |one| pw.pw_new_bool(one) else pw.pw_new_unknown();
    pw.pw_set(call, key, if (pw.pw_is_secret(pw.pw_get(call.inputs, key))) pw.pw_secret(value) else value);
}

/// A new text by the inputs. `RandomPassword` has the same.
pub fn make(call: *pw.pw_call) hook.Failed![]const u8 {
    const in = pw.random_string_inputs_of(call.inputs);
    const special = hook.textOf(in.override_special);
    var source = draws.Source.unguessable(call);
    return text.of(&source, @intCast(in.length), &.{
        .{ .characters = text.lower, .included = in.lower, .minimum = @intCast(in.min_lower) },
        .{ .characters = text.upper, .included = in.upper, .minimum = @intCast(in.min_upper) },
        .{ .characters = text.numeric, .included = in.number and in.numeric, .minimum = @intCast(in.min_numeric) },
        .{ .characters = if (special.len > 0) special else text.special, .included = in.special, .minimum = @intCast(in.min_special) },
    });
}

/// Whether `read` has a record, and does not import the resource. A record of the first versions has only one of the two names for digits.
pub fn isRecorded(call: *pw.pw_call) bool {
    if (pw.pw_get(call.old_outputs, pw.RANDOM_STRING_RESULT) == null) return false;
    if (pw.pw_get(call.old_outputs, pw.RANDOM_STRING_NUMERIC) == null) {
        pw.pw_set(call, pw.RANDOM_STRING_NUMERIC, pw.pw_get(call.old_outputs, pw.RANDOM_STRING_NUMBER));
    }
    return true;
}

/// An import can tell the length from the text. The rest has its default.
pub fn setFound(call: *pw.pw_call) void {
    const found = pw.pw_new_text(call.id);
    pw.random_string_set_length(call, @intCast(pw.pw_characters(found)));
    for (minimums) |minimum| pw.pw_set_integer(call, minimum, 0);
    const classes = [_][*:0]const u8{
        pw.RANDOM_STRING_LOWER,
        pw.RANDOM_STRING_UPPER,
        pw.RANDOM_STRING_NUMBER,
        pw.RANDOM_STRING_NUMERIC,
        pw.RANDOM_STRING_SPECIAL,
    };
    for (classes) |class| pw.pw_set_bool(call, class, true);
    pw.pw_set(call, pw.RANDOM_STRING_RESULT, found);
}
