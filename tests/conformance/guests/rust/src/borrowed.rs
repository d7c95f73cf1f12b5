//! Requests as libraries send them. In Rust, the SDK's own client stands for them.

use pulumi_wasm_provider::prelude::*;

/// Is what a server says to a library.
#[derive(Resource)]
pub(crate) struct Borrowed {
    /// The address.
    url: String,
    /// Which library of the language sends.
    library: i64,
    /// A text to send.
    body: String,
    /// The answer's status.
    #[property(output)]
    status: i64,
    /// The answer's text.
    #[property(output)]
    answer: String,
}

#[resource]
impl Lifecycle for Borrowed {
    fn create(inputs: BorrowedInputs, cx: &Context) -> Result<Created<Self>> {
        let BorrowedInputs { url, library, body } = inputs;
        let response = cx
            .http()
            .put(&url)
            .header("content-type", "application/json")
            .header("x-question", "what")
            .text(&body)
            .redirects(20)
            .send()?;
        let (status, answer) = (response.status().into(), response.text()?.to_owned());
        let state = Self {
            url,
            library,
            body,
            status,
            answer,
        };
        Created::with_state("borrowed", state)
    }
}
