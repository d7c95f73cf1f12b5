//! `RandomBytes`.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::count;
use crate::generate::encoding::{base64, from_base64, hex};
use crate::generate::sampling;
use crate::recorded;

/// Random bytes, kept as a secret: for keys.
///
/// They are made once and stay the same until an input changes, and come from a source that cannot be guessed.
///
/// ## Import
///
/// By the bytes in base64:
///
/// ```yaml
/// options: { import: 'AAECAwQFBgcICQoLDA0ODw==' }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomBytes:RandomBytes")]
pub(crate) struct RandomBytes {
    /// The bytes in base64.
    #[property(output, secret)]
    base64: String,
    /// The bytes as lowercase hexadecimal digits, two for each byte.
    #[property(output, secret)]
    hex: String,
    /// Values that the bytes go along with: when one of them changes, new bytes are made.
    #[property(replace, compare = "empty")]
    keepers: Option<BTreeMap<String, String>>,
    /// How many bytes there are, at least 1 and at most 1048576.
    #[property(replace, minimum = 1, maximum = 1048576)]
    length: i64,
}

/// The id of all bytes that are made here. Other providers took the bytes themselves, but ids are not secrets.
const ID: &str = "none";

impl RandomBytesOutputs {
    fn of(bytes: &[u8]) -> Self {
        Self {
            base64: base64(bytes),
            hex: hex(bytes),
        }
    }
}

#[resource]
impl Lifecycle for RandomBytes {
    fn migrations(steps: &mut Migrations) {
        steps.step(recorded::keepers);
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let bytes = sampling::bytes(&mut cx.rng(), count(request.inputs.length)?);
        Ok(Created::new(ID, RandomBytesOutputs::of(&bytes)))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        if let Some(state) = state {
            return Ok(Some(ReadResult::new(state)));
        }
        // The shared id `none` would be valid base64, but it does not stand for these bytes.
        let bytes = Some(id)
            .filter(|id| *id != ID)
            .ok_or_else(|| "it is the id of all of them".to_owned());
        let bytes = bytes.and_then(from_base64).map_err(|reason| {
            Error::invalid(
                "",
                format!("`{id}` cannot be imported as random bytes: {reason}"),
            )
        })?;
        let RandomBytesOutputs { base64, hex } = RandomBytesOutputs::of(&bytes);
        let state = Self {
            base64,
            hex,
            keepers: None,
            length: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        };
        Ok(Some(ReadResult::new(state).with_id(ID)))
    }
}
