//! `RandomId`.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::count;
use crate::generate::encoding::{base64, base64_url, decimal, from_base64_url, hex};
use crate::generate::sampling;
use crate::recorded;

/// Random bytes written in several ways: for names that must be unique.
///
/// They are made once and stay the same until an input changes. With 16 bytes, two that are the same are as unlikely
/// as two equal UUIDs. Use `RandomBytes` for secrets.
///
/// ## Import
///
/// By the bytes in URL-safe base64 without padding, with the prefix and a comma before them where there is one:
///
/// ```yaml
/// options: { import: k3x9wA }
/// options: { import: 'my-prefix-,k3x9wA' }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomId:RandomId")]
pub(crate) struct RandomId {
    /// The prefix and the bytes in base64.
    #[property(output)]
    b64_std: String,
    /// The prefix and the bytes in the base64 of addresses: with `-` and `_`, and without padding.
    #[property(output)]
    b64_url: String,
    /// How many bytes there are, at least 1 and at most 65536.
    #[property(replace, minimum = 1, maximum = 65536)]
    byte_length: i64,
    /// The prefix, and the bytes as a decimal number.
    #[property(output)]
    dec: String,
    /// The prefix and the bytes as lowercase hexadecimal digits, two for each byte.
    #[property(output)]
    hex: String,
    /// Values that the id goes along with: when one of them changes, a new id is made.
    #[property(replace, compare = "empty")]
    keepers: Option<BTreeMap<String, String>>,
    /// The prefix of each output, unchanged.
    #[property(replace, compare = "empty")]
    prefix: Option<String>,
}

impl RandomIdOutputs {
    fn of(bytes: &[u8], prefix: Option<&str>) -> Self {
        let prefix = prefix.unwrap_or_default();
        let with_prefix = |text: String| format!("{prefix}{text}");
        Self {
            b64_std: with_prefix(base64(bytes)),
            b64_url: with_prefix(base64_url(bytes)),
            dec: with_prefix(decimal(bytes)),
            hex: with_prefix(hex(bytes)),
        }
    }
}

#[resource]
impl Lifecycle for RandomId {
    fn migrations(steps: &mut Migrations) {
        steps.step(recorded::keepers);
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let bytes = sampling::bytes(&mut cx.rng(), count(inputs.byte_length)?);
        let outputs = RandomIdOutputs::of(&bytes, inputs.prefix.as_deref());
        Ok(Created::new(base64_url(&bytes), outputs))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        if let Some(state) = state {
            return Ok(Some(ReadResult::new(state)));
        }
        // A prefix may contain commas.
        let (prefix, text) = match id.rsplit_once(',') {
            Some((prefix, text)) => (Some(prefix), text),
            None => (None, id),
        };
        let bytes = from_base64_url(text).map_err(|reason| {
            Error::invalid(
                "",
                format!("`{text}` cannot be imported as a random id: {reason}"),
            )
        })?;
        let prefix = prefix.filter(|prefix| !prefix.is_empty());
        let RandomIdOutputs {
            b64_std,
            b64_url,
            dec,
            hex,
        } = RandomIdOutputs::of(&bytes, prefix);
        let state = Self {
            b64_std,
            b64_url,
            byte_length: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
            dec,
            hex,
            keepers: None,
            prefix: prefix.map(str::to_owned),
        };
        Ok(Some(ReadResult::new(state).with_id(text)))
    }
}
