//! `RandomUuid`.

use pulumi_wasm_provider::prelude::*;
use rand_core::RngCore;
use uuid::{Builder, Uuid};

use crate::keepers::{Keepers, ignore_same_keepers};

/// A random UUID.
///
/// It is made once and stays the same until an input changes. `RandomUuid4` is the same by its proper name, and
/// `RandomUuid7` sorts by time.
///
/// ## Import
///
/// By the UUID:
///
/// ```yaml
/// options: { import: 1d7e42c9-80f3-4b56-aa9e-c4417f5be038 }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomUuid:RandomUuid")]
pub(crate) struct RandomUuid {
    /// Values that the UUID goes along with: when one of them changes, a new UUID is made.
    #[property(replace)]
    keepers: Keepers,
    /// The UUID, in lowercase and with hyphens.
    #[property(output)]
    result: String,
}

#[resource]
impl Lifecycle for RandomUuid {
    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        ignore_same_keepers!(change);
        Ok(())
    }

    fn create(inputs: RandomUuidInputs, cx: &Context) -> Result<Created<Self>> {
        let result = version_4(&mut cx.rng());
        Created::new(
            result.clone(),
            Self {
                keepers: inputs.keepers,
                result,
            },
        )
    }

    fn read(id: &str, state: Option<Self>, _: &Context) -> Result<Option<Read<Self>>> {
        if let Some(state) = state {
            return Ok(Some(Read::new(id, state)));
        }
        let result = imported(id)?;
        Ok(Some(Read::new(
            result.clone(),
            Self {
                keepers: Keepers::default(),
                result,
            },
        )))
    }
}

/// A new UUID of version 4: random but for the bits that tell its version.
pub(crate) fn version_4(rng: &mut impl RngCore) -> String {
    let mut bytes = [0; 16];
    rng.fill_bytes(&mut bytes);
    Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// The UUID that is to be imported, in its usual form. It may be of any version.
pub(crate) fn imported(id: &str) -> Result<String> {
    Uuid::try_parse(id)
        .map(|uuid| uuid.to_string())
        .map_err(|error| {
            Error::invalid("", format!("`{id}` cannot be imported as a UUID: {error}"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::seeded;

    #[test]
    fn a_new_uuid_tells_its_version() {
        let mut rng = seeded("uuid");
        for _ in 0..100 {
            let uuid = Uuid::try_parse(&version_4(&mut rng)).unwrap();
            assert_eq!(uuid.get_version_num(), 4);
            assert_eq!(uuid.get_variant(), uuid::Variant::RFC4122);
        }
    }

    #[test]
    fn an_import_is_brought_into_the_usual_form() {
        let usual = "1d7e42c9-80f3-0b56-2a9e-c4417f5be038";
        for id in [usual, &usual.to_uppercase(), &usual.replace('-', "")] {
            assert_eq!(imported(id).unwrap(), usual);
        }
        assert!(imported("1d7e42c9").is_err());
    }
}
