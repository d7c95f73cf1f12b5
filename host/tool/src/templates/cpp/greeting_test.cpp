// Calls the hooks on this machine, with a stand-in of the host.
#include <cassert>
#include <provider.h>
#include <pulumi_wasm_test.h>
#include <string_view>

int main() {
    pw_test_call call{};
    call.token = GREETING;
    call.inputs = R"({"name": "World", "salutation": "Hi"})";
    pw_test_result made = pw_test_create(call);
    assert(made.succeeded && std::string_view(made.id) == "World");
    assert(std::string_view(pw_text(made.values, GREETING_MESSAGE)) == "Hi, World!");
}
