use pulumi_wasm_provider::prelude::*;

/// A greeting for somebody.
#[derive(Resource)]
struct Greeting {
    /// Who is greeted.
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
    fn create(inputs: GreetingInputs, cx: &Context) -> Result<Created<Self>> {
        let GreetingInputs { name, salutation } = inputs;
        cx.info(format!("greeting {name}"));
        let message = format!("{salutation}, {name}!");
        Created::new(
            name.clone(),
            Greeting {
                name,
                salutation,
                message,
            },
        )
    }
}

provider! { name: "hello", resources: [Greeting] }
