//! `RandomUuid`, `RandomUuid4` and `RandomUuid7`. They differ in how a UUID is made.

use std::collections::BTreeMap;
use std::time::SystemTime;

use pulumi_wasm_provider::prelude::*;
use rand_core::RngCore;
use uuid::{Builder, Uuid};

use crate::recorded;

macro_rules! uuid_resource {
    ($(#[$attribute:meta])* $resource:ident, $outputs:ident, |$cx:ident| $make:expr) => {
        $(#[$attribute])*
        #[derive(Resource)]
        pub(crate) struct $resource {
            /// Values that the UUID goes along with: when one of them changes, a new UUID is made.
            #[property(replace, compare = "empty")]
            keepers: Option<BTreeMap<String, String>>,
            /// The UUID, in lowercase and with hyphens.
            #[property(output)]
            result: String,
        }

        #[resource]
        impl Lifecycle for $resource {
            fn migrations(steps: &mut Migrations) {
                steps.step(recorded::keepers);
            }

            fn create(_: CreateRequest<Self>, $cx: &CreateContext) -> Result<Created<Self>> {
                let result: String = $make;
                Ok(Created::new(result.clone(), $outputs { result }))
            }

            fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
                if let Some(state) = request.old() {
                    return Ok(Some(ReadResult::new(state)));
                }
                let result = imported(&request.id)?;
                let state = Self { keepers: None, result: result.clone() };
                Ok(Some(ReadResult::new(state).with_id(result)))
            }
        }
    };
}

uuid_resource! {
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
    #[resource(token = "random:index/randomUuid:RandomUuid")]
    RandomUuid, RandomUuidOutputs, |cx| version_4(&mut cx.rng())
}

uuid_resource! {
    /// A random UUID of version 4.
    ///
    /// It is made once and stays the same until an input changes.
    ///
    /// ## Import
    ///
    /// By the UUID:
    ///
    /// ```yaml
    /// options: { import: 1d7e42c9-80f3-4b56-aa9e-c4417f5be038 }
    /// ```
    #[resource(token = "random:index/randomUuid4:RandomUuid4")]
    RandomUuid4, RandomUuid4Outputs, |cx| version_4(&mut cx.rng())
}

uuid_resource! {
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
    #[resource(token = "random:index/randomUuid7:RandomUuid7")]
    RandomUuid7, RandomUuid7Outputs, |cx| version_7(cx.now(), &mut cx.rng())
}

/// A new UUID of version 4: random bits except the bits of the version.
fn version_4(rng: &mut impl RngCore) -> String {
    let mut bytes = [0; 16];
    rng.fill_bytes(&mut bytes);
    Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// A new UUID of version 7, made at this time.
fn version_7(now: SystemTime, rng: &mut impl RngCore) -> String {
    let mut bytes = [0; 10];
    rng.fill_bytes(&mut bytes);
    let since = now
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let milliseconds = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
    let uuid = Builder::from_unix_timestamp_millis(milliseconds, &bytes).into_uuid();
    uuid.to_string()
}

/// The imported UUID in its usual form, of any version.
fn imported(id: &str) -> Result<String> {
    Uuid::try_parse(id)
        .map(|uuid| uuid.to_string())
        .map_err(|error| {
            Error::invalid("", format!("`{id}` cannot be imported as a UUID: {error}"))
        })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
    fn later_uuids_sort_after_earlier_ones() {
        let mut rng = seeded("time");
        let uuids: Vec<String> = (0..100)
            .map(|second| Duration::from_secs(1_758_000_000 + second))
            .map(|time| version_7(SystemTime::UNIX_EPOCH + time, &mut rng))
            .collect();
        assert!(uuids.is_sorted());
        for uuid in &uuids {
            assert_eq!(Uuid::try_parse(uuid).unwrap().get_version_num(), 7);
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
