// The provider demo.
#include <provider.h>
#include <pulumi_wasm.hpp>

// A greeting for somebody. It exists in the state of a stack alone.
struct Greeting {
    static bool create(pulumi::Call &call) {
        greeting_inputs in = greeting_inputs_of(call->inputs);
        call.info(std::string("greeting ") + in.name);
        return update(call) && call.id(in.name);
    }

    static bool update(pulumi::Call &call) {
        greeting_inputs in = greeting_inputs_of(call->inputs);
        call.set(GREETING_MESSAGE, std::string(in.salutation) + ", " + in.name + "!");
        return true;
    }
};

PW_RESOURCES(pulumi::resource<Greeting>(GREETING));
