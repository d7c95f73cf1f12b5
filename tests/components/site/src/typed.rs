//! A component whose children have the types of modules that the tool wrote.

use pulumi_wasm_provider::prelude::*;

use super::hostile::{Node, Type, Type_, TypeInputs, Words};
use super::random::{RandomPassword, RandomPasswordInputs};

/// Children of a package whose names mean something else in every language.
#[derive(Component)]
pub(crate) struct Typed {
    word: Input<String>,
    text: Output<String>,
    url: Output<Option<String>>,
}

impl Construct for Typed {
    fn construct(inputs: TypedInputs, cx: &ComponentContext) -> Result<TypedOutputs> {
        let options = cx.options();
        let password = RandomPasswordInputs {
            special: false.into(),
            ..RandomPasswordInputs::new(12)
        };
        let password = RandomPassword::declare("password", password, &options)?;
        let inner = Node::new(inputs.word.output());
        let words = Words {
            from: password.result().into(),
            str: 2_i64.into(),
            items: vec![1_i64, -2].into(),
            ..Words::default()
        };
        let thing = TypeInputs {
            hue: "dark green".into(),
            level: 1_i64.into(),
            mixed: Json(vec![1.5].into()).into(),
            type_: inputs.word.output().into(),
            words: words.into(),
            ..TypeInputs::new(
                1.5,
                Node {
                    next: inner.into(),
                    ..Node::new("outer")
                },
            )
        };
        let careful = cx.options().depends_on(password.child());
        let thing = Type::declare("thing", thing, &careful)?;
        let url = Type_::declare("url", &options)?.url();
        Ok(TypedOutputs {
            text: thing.declare_(),
            url,
        })
    }
}
