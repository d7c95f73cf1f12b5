/* Calls the hooks on this machine, with a stand-in of the host. */
#include <assert.h>
#include <provider.h>
#include <pulumi_wasm_test.h>

int main(void) {
    pw_test_result made = pw_test_create((pw_test_call){.token = GREETING, .inputs = "{\"name\": \"World\", \"salutation\": \"Hi\"}"});
    assert(made.succeeded && strcmp(made.id, "World") == 0);
    assert(strcmp(pw_text(made.values, GREETING_MESSAGE), "Hi, World!") == 0);
    return 0;
}
