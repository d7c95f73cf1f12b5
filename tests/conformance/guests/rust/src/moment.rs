//! Time and randomness, by the SDK and by the language itself.

use std::time::{Duration, SystemTime};

use pulumi_wasm_provider::prelude::*;

/// When and how something came to be.
#[derive(Resource)]
pub(crate) struct Moment {
    /// Its label.
    label: String,
    /// Made at random in the check where it is not given.
    token: Option<String>,
    /// The same, by the language's own functions.
    own_token: Option<String>,
    /// Seconds since 1970.
    #[property(output)]
    seconds: f64,
    /// The same, by the language's own functions.
    #[property(output)]
    own_seconds: f64,
    /// Whether time stood still for five milliseconds.
    #[property(output)]
    still: bool,
    /// The same, by the language's own functions.
    #[property(output)]
    own_still: bool,
    /// Random bytes in hexadecimal.
    #[property(output)]
    random: String,
    /// The same, by the language's own functions.
    #[property(output)]
    own_random: String,
    /// A random UUID, by the language's own functions.
    #[property(output)]
    own_uuid: String,
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Of version 4.
fn uuid(cx: &Context) -> Result<String> {
    let mut text = hexadecimal(&cx.random(16)?);
    text.replace_range(12..13, "4");
    text.replace_range(16..17, "a");
    for at in [8, 13, 18, 23] {
        text.insert(at, '-');
    }
    Ok(text)
}

/// A component in Rust has only the context's clock and random bytes.
struct Looked {
    seconds: f64,
    still: bool,
}

fn look(cx: &Context) -> Result<Looked> {
    let before = cx.now();
    cx.sleep(Duration::from_millis(5))?;
    Ok(Looked {
        seconds: before.duration_since(SystemTime::UNIX_EPOCH)?.as_secs_f64(),
        still: cx.now() == before,
    })
}

#[resource]
impl Lifecycle for Moment {
    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        if inputs.token.is_absent() {
            inputs.token.set(hexadecimal(&cx.random(8)?));
        }
        if inputs.own_token.is_absent() {
            inputs.own_token.set(hexadecimal(&cx.random(8)?));
        }
        Ok(())
    }

    fn preview_create(_: &mut PreviewCreateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        let Looked { still, .. } = look(cx)?;
        cx.info(format!("still: {still}, own: {still}"));
        Ok(())
    }

    fn create(_: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let Looked { seconds, still } = look(cx)?;
        let moment = MomentOutputs {
            seconds,
            own_seconds: seconds,
            still,
            own_still: still,
            random: hexadecimal(&cx.random(16)?),
            own_random: hexadecimal(&cx.random(16)?),
            own_uuid: uuid(cx)?,
        };
        Ok(Created::new("moment", moment))
    }
}
