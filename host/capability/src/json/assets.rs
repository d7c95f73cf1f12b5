//! The assets and references of a request. The guest holds numbers, and the host maps them to assets.

use std::sync::Arc;

use pulumi_wasm_core::value::property_path::PropertyPath;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::references::References;
use super::room::Room;
use crate::asset::HeldAsset;
use crate::budget::{Budget, LimitReached};
use crate::limits::{Limit, Limits};

/// The member with a guest's reference to an asset.
pub(super) const HANDLE: &str = "handle";

/// The assets and archives of one request, and the resources that it refers to. A guest gets a number for each asset
/// and can return only these numbers. It never sees a path and never makes the host open one.
#[derive(Debug)]
pub struct Assets {
    held: Vec<HeldAsset>,
    /// The first handle.
    first: u32,
    pub(super) references: References,
    /// The maximum host memory for one property map of the guest, and the limit that sets it.
    pub(super) room: u64,
    pub(super) limit: Arc<LimitReached>,
}

impl Default for Assets {
    fn default() -> Self {
        Self::within(&Limits::default())
    }
}

impl Assets {
    /// No assets yet. A property map of the guest may take at most the bytes of one transfer.
    pub fn within(limits: &Limits) -> Self {
        Self {
            held: Vec::new(),
            first: 0,
            references: References::default(),
            room: limits.get(Limit::Transfer),
            limit: Arc::new(LimitReached::of(limits, Limit::Transfer, "it takes")),
        }
    }

    /// Assets without a request, for texts that stand for a request: every reference counts as given.
    pub(super) fn taking_any() -> Self {
        let mut assets = Self::default();
        assets.references.takes_any = true;
        assets
    }

    /// The memory for property maps that are kept together.
    pub fn room(&self) -> Room {
        Room::of(self.room, Arc::clone(&self.limit))
    }

    /// The memory for one property map, at most the rest of the call's memory.
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

    /// Forgets the assets of the call while its session continues. Later calls have other handles, so an old handle
    /// means nothing, and the guest may still refer to the same resources.
    pub fn end_entry(&mut self) {
        self.first = self.first_free();
        self.held = Vec::new();
    }

    /// Allows references in all later calls to the resources of this call: they are in the guest's configuration.
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
    pub(super) fn find(&self, signature: &str, handle: f64) -> Result<&PropertyValue, String> {
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

/// Replaces each asset by an object with its hash and a handle. `path` leads to the value, or to the secret that
/// contains it.
pub(super) fn hide_assets(
    value: &mut PropertyValue,
    path: &PropertyPath,
    secret: bool,
    assets: &mut Assets,
) {
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
