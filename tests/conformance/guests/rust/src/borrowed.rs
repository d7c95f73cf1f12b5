//! Requests as libraries send them.

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
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let BorrowedInputs { url, library, body } = request.inputs;
        let (status, answer) = match library {
            0 => by_function(&url, &body, |request| cx.http().execute(request))?,
            1 => by_ureq(&url, &body, cx)?,
            _ => {
                let request = cx.http().put(&url).text(&body).redirects(20);
                let request = request.header("content-type", "application/json");
                let response = request.header("x-question", "what").send()?;
                (response.status(), response.text()?.to_owned())
            }
        };
        let status = status.into();
        let state = Self {
            url,
            library,
            body,
            status,
            answer,
        };
        Ok(Created::with_state("borrowed", state))
    }
}

/// A client that takes a function from requests to answers.
fn by_function(
    url: &str,
    body: &str,
    send: impl Fn(http::Request<Vec<u8>>) -> Result<http::Response<Vec<u8>>>,
) -> Result<(u16, String)> {
    let request = http::Request::put(url)
        .header("content-type", "application/json")
        .header("x-question", "what")
        .body(body.into())?;
    let response = send(request)?;
    Ok((
        response.status().as_u16(),
        String::from_utf8(response.into_body())?,
    ))
}

fn by_ureq(url: &str, body: &str, cx: &Context) -> Result<(u16, String)> {
    let agent = pulumi_wasm_ureq::agent(&cx.http());
    let request = agent.put(url).header("content-type", "application/json");
    let mut response = request.header("x-question", "what").send(body)?;
    Ok((
        response.status().as_u16(),
        response.body_mut().read_to_string()?,
    ))
}
