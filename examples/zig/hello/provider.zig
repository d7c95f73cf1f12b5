//! Greets people: the smallest provider that does something.
const pw = @import("pulumi_wasm");

fn create(call: [*c]pw.pw_call) callconv(.c) bool {
    const in = pw.greeting_inputs_of(call.*.inputs);
    pw.pw_log(pw.PW_INFO, "greeting %s", in.name);
    pw.greeting_set_message(call, pw.pw_printf("%s, %s!", in.salutation, in.name));
    return pw.pw_set_id(call, "%s", in.name);
}

export const pw_resources = [_]pw.pw_resource{
    .{ .type = pw.GREETING, .create = create },
    .{},
};
