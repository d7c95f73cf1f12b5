//! Property maps as guests see them: JSON text in Pulumi's own encoding, with assets as handles.

mod declared;
mod delta;
mod legible;
mod read;
mod references;
mod write;

use std::sync::Arc;

pub use declared::{declared_from_json, declared_value_from_json};
pub use delta::read_both_ways;
pub use delta::{Sent, revision};
pub use legible::{Legible, legible};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::property_path::PropertyPath;
use pulumi_wasm_core::special_values;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
pub use read::from_json_in;
pub use read::{Room, from_json};
use references::References;
pub use write::Written;
pub use write::write;

use crate::asset::HeldAsset;
use crate::budget::Budget;
use crate::budget::LimitReached;
use crate::limits::{Limit, Limits};

/// The member by which a guest refers to an asset.
const HANDLE: &str = "handle";

/// The assets and archives of one request, and the resources that it refers to. A guest gets a number for each asset, and
/// can give back only what is in here: it never sees a path, and never makes the host open one.
#[derive(Debug)]
pub struct Assets {
    held: Vec<HeldAsset>,
    /// The handle of the first one.
    first: u32,
    references: References,
    /// Bytes of the host's memory that one property map of the guest may take, and the limit that says so.
    room: u64,
    limit: Arc<LimitReached>,
}

impl Default for Assets {
    fn default() -> Self {
        Self::within(&Limits::default())
    }
}

impl Assets {
    /// None yet. Property maps of the guest take at most the bytes that it may hand over in one go.
    pub fn within(limits: &Limits) -> Self {
        Self {
            held: Vec::new(),
            first: 0,
            references: References::default(),
            room: limits.get(Limit::Transfer),
            limit: Arc::new(LimitReached::of(limits, Limit::Transfer, "it takes")),
        }
    }

    /// Assets of no request, with which any reference is taken for a given one: for texts that stand for a request.
    fn taking_any() -> Self {
        let mut assets = Self::default();
        assets.references.takes_any = true;
        assets
    }

    /// The room for property maps that are kept together.
    pub fn room(&self) -> Room {
        Room::of(self.room, Arc::clone(&self.limit))
    }

    /// The same, for no more memory than a call has left.
    pub fn room_in(&self, memory: &Budget) -> Room {
        let (bytes, limit) = memory.at_once();
        match limit {
            Limit::Transfer => self.room(),
            limit => Room::of(bytes as u64, Arc::new(memory.tell(limit))),
        }
    }

    /// Begins a call about the resource with this URN.
    pub fn begin(&mut self, urn: &str) {
        self.references.begin(urn);
    }

    /// Forgets all that the call brought.
    pub fn clear(&mut self) {
        self.held = Vec::new();
        self.first = 0;
        self.references.clear();
    }

    /// Forgets the assets that the call brought, while its session goes on: later calls of it have other handles, so that
    /// one of before names nothing, and the guest may still refer to the same resources.
    pub fn end_entry(&mut self) {
        self.first = self.first_free();
        self.held = Vec::new();
    }

    /// Lets the guest refer in all later calls to the resources that it may refer to now: they are in its configuration.
    pub fn keep_references(&mut self) {
        self.references.keep();
    }

    /// The asset with that handle.
    pub fn get(&self, handle: u32) -> Option<&HeldAsset> {
        let index = handle.checked_sub(self.first)?;
        self.held.get(usize::try_from(index).ok()?)
    }

    /// The first handle that is free in all of them.
    pub fn first_free(&self) -> u32 {
        let count = u32::try_from(self.held.len()).unwrap_or(u32::MAX);
        self.first.saturating_add(count)
    }

    /// The asset or archive that a guest's object stands for.
    #[expect(clippy::float_cmp, reason = "a handle is exact or none")]
    fn find(&self, signature: &str, handle: f64) -> Result<&PropertyValue, String> {
        let found = (self.first..).zip(&self.held).find(|(number, held)| {
            f64::from(*number) == handle && signature_of(&held.value) == signature
        });
        match found {
            Some((_, held)) => Ok(&held.value),
            None => Err(format!("the asset {handle} was not in the request")),
        }
    }
}

fn signature_of(value: &PropertyValue) -> &'static str {
    match value {
        PropertyValue::Archive(_) => special_values::ARCHIVE,
        _ => special_values::ASSET,
    }
}

/// A guest's JSON is not a property map.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    #[error("it is not a JSON object: {0}")]
    Syntax(serde_json::Error),
    #[error("it is {0}, not a JSON object")]
    NotAnObject(&'static str),
    /// SDKs of some languages would take the properties as a whole for that value.
    #[error("properties as a whole cannot be a special value")]
    SpecialValue,
    #[error("it takes more memory than the limit: {} of {}", .0.limit.name(), .0.limit.show(.0.value))]
    TooLarge(Arc<LimitReached>),
    #[error("`{}`: {reason}", Excerpt::path(property))]
    Value { property: String, reason: String },
}

impl JsonError {
    /// The error of a call whose answer has this malformed part.
    pub fn of_answer(self, what: &str) -> CallError {
        self.reached("for what one answer takes in memory")
            .unwrap_or_else(|| CallError::BadAnswer(format!("its {what}: {self}")))
    }

    /// The error of a call whose request cannot be written.
    pub fn of_request(self) -> CallError {
        self.reached("for what the component is given in one go")
            .unwrap_or_else(|| {
                CallError::BadAnswer(format!("the request cannot be written: {self}"))
            })
    }

    /// The error of a reached limit, if that is the cause. `purpose` is the purpose of the limit on one handing over.
    fn reached(&self, purpose: &str) -> Option<CallError> {
        let JsonError::TooLarge(reached) = self else {
            return None;
        };
        let shown = reached.limit.show(reached.value);
        let mut limit = format!("{} of {shown}", reached.limit.name());
        if reached.limit == Limit::Transfer {
            limit = format!("{limit} {purpose}");
        }
        Some(CallError::Limit {
            limit,
            knob: reached.knob.clone(),
            frames: Vec::new(),
        })
    }
}

/// The value of a guest's text, and the value that is read again from its written form: for tests that compare the two.
/// `None` for a malformed text. References in the text count as given ones.
#[must_use]
pub fn read_twice(text: &str) -> Option<(PropertyMap, Option<PropertyMap>)> {
    let read = from_json(text, &Assets::taking_any()).ok()?;
    let mut assets = Assets::default();
    let written = write(&read, &mut assets, None).ok();
    let again = written.and_then(|written| from_json(&written.text, &assets).ok());
    Some((read, again))
}

/// Replaces each asset by an object with its hash and a handle. `path` leads to the value, or to the secret that it is
/// in.
fn hide_assets(value: &mut PropertyValue, path: &PropertyPath, secret: bool, assets: &mut Assets) {
    let (kind, hash) = match value {
        PropertyValue::Asset(asset) => (special_values::ASSET, asset.hash.clone()),
        PropertyValue::Archive(archive) => (special_values::ARCHIVE, archive.hash.clone()),
        PropertyValue::Secret(inner) => return hide_assets(inner, path, true, assets),
        PropertyValue::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                let path = if secret {
                    path.clone()
                } else {
                    path.index(index)
                };
                hide_assets(item, &path, secret, assets);
            }
            return;
        }
        PropertyValue::Object(map) => {
            for (key, item) in map {
                let path = if secret { path.clone() } else { path.key(key) };
                hide_assets(item, &path, secret, assets);
            }
            return;
        }
        _ => return,
    };
    let hidden = PropertyMap::from([
        (special_values::KEY.to_owned(), kind.into()),
        ("hash".to_owned(), hash.into()),
        (
            HANDLE.to_owned(),
            PropertyValue::Number(f64::from(assets.first_free())),
        ),
    ]);
    assets.held.push(HeldAsset {
        value: std::mem::replace(value, PropertyValue::Object(hidden)),
        property: path.to_string(),
        secret,
    });
}

#[cfg(test)]
mod tests;
