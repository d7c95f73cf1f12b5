//! Requests.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::time::Duration;

use pulumi_wasm_provider::prelude::*;

/// Has the response of a server as its outputs.
#[derive(Resource)]
pub(crate) struct Fetching {
    /// The address.
    url: String,
    /// The method.
    #[property(default = "GET")]
    method: String,
    /// Headers of the request.
    headers: Option<BTreeMap<String, String>>,
    /// A text to send.
    body: Option<String>,
    /// A value to send as JSON.
    json: Option<Json>,
    /// The largest number of attempts.
    attempts: Option<u32>,
    /// The largest number of redirects to follow.
    redirects: Option<u32>,
    /// Whether the answer is read in parts of four bytes.
    parts: Option<bool>,
    /// Whether a status of 400 and above is an error.
    strict: Option<bool>,
    /// Whether previews fetch too.
    early: Option<bool>,
    /// The answer's status.
    #[property(output)]
    status: i64,
    /// The answer's text.
    #[property(output)]
    answer: String,
    /// The answer's header `x-answer`.
    #[property(output)]
    header: Option<String>,
    /// The member `name` of an answer that is JSON.
    #[property(output)]
    name: Option<String>,
    /// The address that answered.
    #[property(output)]
    address: String,
}

/// The response.
struct Fetched {
    status: i64,
    answer: String,
    header: Option<String>,
    name: Option<String>,
    address: String,
}

fn fetch(inputs: &FetchingInputs, cx: &Context) -> Result<Fetched> {
    let mut request = cx.http().request(&inputs.method, &inputs.url);
    for (name, value) in inputs.headers.iter().flatten() {
        request = request.header(name, value);
    }
    if let Some(body) = &inputs.body {
        request = request.text(body);
    }
    if let Some(Json(value)) = &inputs.json {
        request = request.json(value);
    }
    if let Some(attempts) = inputs.attempts {
        let pauses = Backoff::default().first_delay(Duration::from_millis(5));
        request = request.backoff(pauses.attempts(attempts));
    }
    if let Some(redirects) = inputs.redirects {
        request = request.redirects(redirects);
    }
    if inputs.parts == Some(true) {
        let mut stream = request.open()?;
        let mut answer = Vec::new();
        let mut part = [0; 4];
        loop {
            let count = stream.read(&mut part).map_err(Error::other)?;
            if count == 0 {
                break;
            }
            answer.extend(part.iter().take(count));
        }
        return Ok(Fetched {
            status: stream.status().into(),
            answer: String::from_utf8(answer).map_err(Error::other)?,
            header: stream.header("X-Answer").map(str::to_owned),
            name: None,
            address: stream.url().to_owned(),
        });
    }
    let mut response = request.send()?;
    if inputs.strict == Some(true) {
        response = response.error_for_status()?;
    }
    let is_json = response
        .header("content-type")
        .is_some_and(|kind| kind.starts_with("application/json"));
    let name = if is_json {
        let Json(value) = response.json()?;
        value["name"].as_str().map(str::to_owned)
    } else {
        None
    };
    Ok(Fetched {
        status: response.status().into(),
        answer: response.text()?.to_owned(),
        header: response.header("X-Answer").map(str::to_owned),
        name,
        address: response.url().to_owned(),
    })
}

impl Fetching {
    fn of(inputs: FetchingInputs, fetched: Fetched) -> Self {
        let FetchingInputs {
            url,
            method,
            headers,
            body,
            json,
            attempts,
            redirects,
            parts,
            strict,
            early,
        } = inputs;
        let Fetched {
            status,
            answer,
            header,
            name,
            address,
        } = fetched;
        Self {
            url,
            method,
            headers,
            body,
            json,
            attempts,
            redirects,
            parts,
            strict,
            early,
            status,
            answer,
            header,
            name,
            address,
        }
    }
}

#[resource]
impl Lifecycle for Fetching {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let fetched = fetch(&inputs, cx)?;
        Ok(Created::with_state("fetching", Self::of(inputs, fetched)))
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        let inputs = &request.inputs;
        if inputs.early.get() != Some(&true) {
            return Ok(());
        }
        let (Some(method), Some(url)) = (inputs.method.get(), inputs.url.get()) else {
            return Ok(());
        };
        let response = cx.http().request(method, url).send()?;
        request.outputs.answer.set(response.text()?.to_owned());
        Ok(())
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let Some(state) = state else {
            return Ok(None);
        };
        let response = cx.http().request(&state.method, &state.url).send()?;
        if response.status() == 404 {
            return Ok(None);
        }
        let answer = response.text()?.to_owned();
        Ok(Some(ReadResult::new(Self { answer, ..state })))
    }
}
