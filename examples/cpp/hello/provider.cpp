// Greets people: the smallest provider that does something.
#include <provider.h>
#include <pulumi_wasm.hpp>

// A greeting for somebody.
struct Greeting {
    static bool create(pulumi::Call &call) {
        greeting_inputs in = greeting_inputs_of(call->inputs);
        call.info(std::string("greeting ") + in.name);
        call.set(GREETING_MESSAGE, std::string(in.salutation) + ", " + in.name + "!");
        return call.id(in.name);
    }
};

PW_RESOURCES(pulumi::resource<Greeting>(GREETING));
