//! The provider `demo`.

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

provider!(Provider::new("demo").resource::<Greeting>());

#[cfg(test)]
mod tests {
    use pulumi_wasm_provider::testing;

    use super::*;

    #[test]
    fn a_greeting_has_its_message() -> Result<()> {
        let inputs = GreetingInputs {
            name: "World".into(),
            salutation: "Welcome".into(),
        };
        let made = Greeting::create(CreateRequest::new(inputs), &testing::context("greeting"))?;
        assert_eq!(made.id(), "World");
        assert_eq!(made.into_outputs().message, "Welcome, World!");
        Ok(())
    }
}
