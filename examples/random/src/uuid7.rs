//! `RandomUuid7`.

use pulumi_wasm_provider::prelude::*;
use rand_core::RngCore;
use uuid::Builder;

use crate::keepers::{Keepers, ignore_same_keepers};
use crate::uuid::imported;

/// A UUID of version 7: it begins with the time when it was made, so that UUIDs sort by time; the rest is random.
///
/// It is made once and stays the same until an input changes.
///
/// ## Import
///
/// By the UUID:
///
/// ```yaml
/// options: { import: 0199a2f4-7c31-7e05-8b1d-53fa609cd2e7 }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomUuid7:RandomUuid7")]
pub(crate) struct RandomUuid7 {
    /// Values that the UUID goes along with: when one of them changes, a new UUID is made.
    #[property(replace)]
    keepers: Keepers,
    /// The UUID, in lowercase and with hyphens.
    #[property(output)]
    result: String,
}

#[resource]
impl Lifecycle for RandomUuid7 {
    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        ignore_same_keepers!(change);
        Ok(())
    }

    fn create(inputs: RandomUuid7Inputs, cx: &Context) -> Result<Created<Self>> {
        let result = version_7(cx.now().as_millis(), &mut cx.rng());
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

/// A new UUID of version 7, made so many milliseconds after the start of 1970.
fn version_7(milliseconds: u128, rng: &mut impl RngCore) -> String {
    let mut bytes = [0; 10];
    rng.fill_bytes(&mut bytes);
    let milliseconds = u64::try_from(milliseconds).unwrap_or(u64::MAX);
    let uuid = Builder::from_unix_timestamp_millis(milliseconds, &bytes).into_uuid();
    uuid.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::seeded;

    #[test]
    fn later_uuids_sort_after_earlier_ones() {
        let mut rng = seeded("time");
        let uuids: Vec<String> = (0..100)
            .map(|second| version_7(1_758_000_000_000 + second * 1000, &mut rng))
            .collect();
        assert!(uuids.is_sorted());
        for uuid in &uuids {
            assert_eq!(uuid::Uuid::try_parse(uuid).unwrap().get_version_num(), 7);
        }
    }
}
