//! Secrets.

use pulumi_wasm_provider::prelude::*;

/// How to get in.
#[derive(Object, Clone)]
pub(crate) struct Login {
    /// Who.
    user: String,
    /// By what.
    #[property(secret)]
    password: String,
}

/// Keeps secrets.
#[derive(Resource)]
pub(crate) struct Hidden {
    /// Secret where the program says so.
    label: String,
    /// Always secret.
    #[property(secret)]
    code: Option<String>,
    /// Secret inside.
    login: Option<Login>,
    /// Secret where the program says so.
    words: Option<Vec<String>>,
    /// Sent once, and never shown.
    #[property(write_only)]
    pin: Option<String>,
    /// Shows whether it is secret.
    note: Value<String>,
    /// Made of the code: always secret.
    #[property(output, secret)]
    fingerprint: String,
    /// How long the pin is.
    #[property(output)]
    pin_length: i64,
    /// Whether the note was secret.
    #[property(output)]
    note_was_secret: bool,
}

impl Hidden {
    fn of(inputs: HiddenInputs) -> HiddenOutputs {
        let HiddenInputs {
            code, pin, note, ..
        } = inputs;
        HiddenOutputs {
            fingerprint: code.iter().flat_map(|code| code.chars().rev()).collect(),
            pin_length: pin.as_ref().map_or(0, |pin| pin.chars().count() as i64),
            note_was_secret: note.is_secret(),
        }
    }
}

#[resource]
impl Lifecycle for Hidden {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("hidden", Self::of(request.inputs)))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        Ok(state.map(ReadResult::new))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(Self::of(request.inputs)))
    }
}
