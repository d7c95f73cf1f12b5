//! Greets people: the smallest provider that does something.

use pulumi_wasm_provider::prelude::*;

/// A greeting for somebody.
#[derive(Resource)]
struct Greeting {
    /// The name to greet.
    name: String,
    /// How the greeting begins.
    #[property(default = "Hello")]
    salutation: String,
    /// The finished greeting.
    #[property(output)]
    message: String,
}

#[resource]
impl Lifecycle for Greeting {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let CreateRequest { inputs, .. } = request;
        cx.info(format!("greeting {}", inputs.name));
        let message = format!("{}, {}!", inputs.salutation, inputs.name);
        Ok(Created::new(inputs.name, GreetingOutputs { message }))
    }
}

provider!(Provider::new("hello").resource::<Greeting>());
