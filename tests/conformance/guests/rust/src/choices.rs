//! Enums, unions and constants.

use pulumi_wasm_provider::prelude::*;

/// How large it is.
#[derive(Enum, Clone, Copy, PartialEq)]
pub(crate) enum Size {
    /// Fits a hand.
    Small,
    /// Fits a bag.
    #[property(name = "medium-sized")]
    Medium,
    /// Fits a car.
    #[property(deprecated = "too heavy")]
    Large,
}

/// Where it goes in.
#[derive(Enum, Clone, Copy, PartialEq)]
pub(crate) enum Port {
    /// In the clear.
    Http = 80,
    /// Encrypted.
    Https = 443,
}

/// Stamps on it.
#[derive(Object, Clone)]
pub(crate) struct Stamps {
    /// Their value in cents.
    cents: i64,
}

/// A bill to an account.
#[derive(Object, Clone)]
pub(crate) struct Bill {
    /// Whose.
    account: String,
    /// By what.
    #[property(secret)]
    password: Option<String>,
}

/// How the postage is paid.
#[derive(Union, Clone)]
#[union(tag = "kind")]
pub(crate) enum Postage {
    /// The sender.
    Stamps(Stamps),
    /// Somebody else.
    Bill(Bill),
}

/// A number or a text.
#[derive(Union, Clone)]
pub(crate) enum Mark {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// Is one of several.
#[derive(Resource)]
pub(crate) struct Choices {
    /// One of three.
    size: Size,
    /// Several of three.
    sizes: Option<Vec<Size>>,
    /// One of two numbers.
    port: Option<Port>,
    /// One of two objects.
    postage: Option<Postage>,
    /// One of two types.
    mark: Option<Mark>,
    /// The chosen values in words.
    #[property(output)]
    story: String,
}

#[resource]
impl Lifecycle for Choices {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let ChoicesInputs {
            size,
            port,
            postage,
            mark,
            ..
        } = request.inputs;
        let size_story = match size {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
        };
        let postage_story = match &postage {
            Some(Postage::Stamps(stamps)) => format!("stamps of {}", stamps.cents),
            Some(Postage::Bill(bill)) => format!("a bill of {}", bill.account),
            None => "nothing".into(),
        };
        let mark_story = match &mark {
            Some(Mark::Number(_)) => "a number",
            Some(Mark::Text(_)) => "a text",
            None => "nothing",
        };
        let port_story = match port {
            Some(Port::Http) => ", in the clear",
            Some(Port::Https) => ", encrypted",
            None => "",
        };
        let choices = ChoicesOutputs {
            story: format!("{size_story}, {postage_story}, {mark_story}{port_story}"),
        };
        Ok(Created::new("choices", choices))
    }
}
