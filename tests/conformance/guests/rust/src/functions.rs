//! Functions.

use pulumi_wasm_provider::prelude::*;

use crate::failing::error;
use crate::settings::{Configured, Settings};

/// Returns its argument.
#[function(pure, positional)]
pub(crate) fn echo(value: Json) -> Result<Json> {
    Ok(value)
}

/// The person and the salutation.
#[derive(Arguments)]
pub(crate) struct GreetArguments {
    /// Who.
    name: String,
    /// How.
    #[property(default = "Hello")]
    salutation: String,
}

/// The message.
#[derive(Object, Clone)]
pub(crate) struct Greeting {
    /// The words.
    message: String,
    /// How many there are.
    words: i64,
}

/// Greets.
#[function(pure)]
pub(crate) fn greet(arguments: GreetArguments) -> Result<Greeting> {
    let message = format!("{}, {}!", arguments.salutation, arguments.name);
    Ok(Greeting {
        words: message.split(' ').count() as i64,
        message,
    })
}

/// The text to hide.
#[derive(Arguments)]
pub(crate) struct ConcealArguments {
    /// A text.
    text: String,
}

/// The hidden text and its length.
#[derive(Object, Clone)]
pub(crate) struct Concealed {
    /// The text.
    #[property(secret)]
    hidden: String,
    /// How long it is.
    length: i64,
}

/// Returns a secret.
#[function(pure)]
pub(crate) fn conceal(arguments: ConcealArguments) -> Result<Concealed> {
    Ok(Concealed {
        length: arguments.text.chars().count() as i64,
        hidden: arguments.text,
    })
}

/// Returns the configuration.
#[function]
pub(crate) fn configured(cx: &FunctionContext) -> Result<Configured> {
    let settings = cx.config::<Settings>();
    Ok(Configured {
        region: settings.region.clone(),
        retries: settings.retries,
        labels: settings.labels.clone(),
        limits: settings.limits.clone(),
        token_length: settings
            .token
            .as_ref()
            .map_or(0, |token| token.len() as i64),
        word: settings.word.clone(),
        banner: cx.client::<Settings>().clone(),
    })
}

/// How to fail.
#[derive(Arguments)]
pub(crate) struct FailArguments {
    /// The name of an error, or `crash`.
    how: String,
}

/// Fails.
#[function]
pub(crate) fn fail(arguments: FailArguments) -> Result<String> {
    Err(error(&arguments.how))
}

/// The request.
#[derive(Arguments)]
pub(crate) struct SendArguments {
    /// The method.
    method: String,
    /// The address. The default is the address in the configuration.
    url: Option<String>,
}

/// Sends a request, and gives the answer's text.
#[function]
pub(crate) fn send(arguments: SendArguments, cx: &FunctionContext) -> Result<String> {
    let configured = cx.config::<Settings>().server_url.as_ref();
    let url = arguments
        .url
        .as_ref()
        .or(configured)
        .context("an address")?;
    let response = cx.http().request(&arguments.method, url).send()?;
    cx.info(format!("{} {}", arguments.method, response.status()));
    Ok(response.text()?.to_owned())
}
