//! Texts whose fields come from a struct that several share, and notes on a server, for tests of the test kit.

use pulumi_wasm_provider::prelude::*;
use serde_json::json;

/// The properties that all texts share.
#[derive(Object, Clone)]
struct Shared {
    #[property(replace, minimum = 1)]
    length: i64,
    prefix: Option<String>,
}

/// A text that was found.
#[derive(Object, Clone)]
struct Found {
    #[property(secret)]
    result: String,
    attempts: u8,
}

/// A text.
#[derive(Resource)]
struct Text {
    keeper: Option<String>,
    #[property(flatten)]
    shared: Shared,
    #[property(flatten, output)]
    found: Found,
}

#[resource]
impl Lifecycle for Text {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let length = usize::try_from(request.inputs.shared.length)?;
        let found = Found {
            result: "x".repeat(length),
            attempts: 1,
        };
        Ok(Created::new("text", TextOutputs { found }))
    }

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        if inputs.shared.length.get() == Some(&13) {
            cx.fail(Shared::LENGTH, "is unlucky");
        }
        if inputs.shared.prefix.is_absent() {
            inputs.shared.prefix.set("p".into());
        }
        Ok(())
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, _: &PreviewContext) -> Result<()> {
        request.outputs.found.attempts.set(1);
        Ok(())
    }
}

/// A note on a server.
#[derive(Resource)]
struct Note {
    /// Its text.
    text: String,
    /// Opens the server.
    #[property(secret)]
    key: String,
    /// Its number on the server.
    #[property(output)]
    number: String,
}

const SERVER: &str = "https://notes.example.com/notes";

#[resource]
impl Lifecycle for Note {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let body = json!({ "text": inputs.text });
        let made = cx
            .http()
            .post(SERVER)
            .header("x-key", &inputs.key)
            .json(&body)
            .send()?;
        let made: Json = made.error_for_status()?.json()?;
        let number = made.0["id"].as_str().unwrap_or_default().to_owned();
        Ok(Created::new(number.clone(), NoteOutputs { number }))
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        let found = cx.http().get(format!("{SERVER}/{id}")).send()?;
        if found.status() == 404 {
            return Ok(None);
        }
        let found: Json = found.error_for_status()?.json()?;
        let text = found.0["text"].as_str().unwrap_or_default().to_owned();
        let key = state.map(|state| state.key).unwrap_or_default();
        Ok(Some(ReadResult::new(Note {
            text,
            key,
            number: id.to_owned(),
        })))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        let id = request.id.as_str();
        let body = json!({ "text": request.inputs.text });
        let changed = cx
            .http()
            .patch(format!("{SERVER}/{id}"))
            .json(&body)
            .send()?;
        changed.error_for_status()?;
        Ok(Updated::new(old.into()))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let id = request.id.as_str();
        cx.http()
            .delete(format!("{SERVER}/{id}"))
            .send()?
            .error_for_status()?;
        Ok(())
    }
}

provider!(
    Provider::new("texts")
        .resource::<Text>()
        .resource::<Note>()
        .net(Net::host("notes.example.com"))
);
