//! The content of assets and archives, opened by the host for a guest that has handles alone.
//!
//! A program names text, files, folders and addresses; a guest learns their content, hashes, and the paths
//! inside an archive. Content is read once, when a guest asks for it, and kept in memory until its call ends.

mod budget;
mod content;
mod fault;
mod file;
pub mod hash;
mod opened;
mod path;
mod remote;
pub mod tar_heads;
mod tree;
mod unpack;

use budget::Abandoned;
pub use budget::AssetBudget;
pub use content::{Blob, Content, Member, Tree};
pub use fault::Fault;
pub use opened::OpenedAssets;
use pulumi_wasm_core::call::{Call, Severity};
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::value::PropertyValue;
use tokio::sync::Semaphore;
pub use unpack::{ArchiveFormat, format_of, unpack};

use super::http::HttpClient;
use crate::budget::Reservation;
use crate::limits::Limits;

/// Assets that are read at once in this process.
static READING: Semaphore = Semaphore::const_new(16);

/// An asset or archive of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldAsset {
    pub value: PropertyValue,
    /// The path of its property, without names that are secret.
    pub property: String,
    /// Whether the value is a secret or part of a secret.
    pub secret: bool,
}

/// Opens assets within a component's limits.
pub struct AssetCapability {
    limits: Limits,
}

impl AssetCapability {
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
        }
    }

    /// Reads an asset or archive: addresses under the grants of `http`, files on a thread of their own. `held` is the
    /// number of bytes that the call holds open already, and `memory` grows with the content that is read.
    ///
    /// The part of a failure that is meant only for the user, such as a path, is shown as a warning. The content of a secret asset is a
    /// secret of the call.
    ///
    /// # Errors
    /// `NotFound`, `Denied`, `Unavailable` (content that the engine left out, too), `TimedOut`, `Cancelled`,
    /// `Unsupported` for an address of another kind, `Other` for content that cannot be used.
    pub async fn open(
        &self,
        asset: &HeldAsset,
        call: &Call,
        http: &HttpClient,
        memory: Reservation,
    ) -> Result<(Content, Reservation), GuestError> {
        if call.cancellation.is_cancelled() {
            return Err(GuestError::Cancelled(
                "the deployment is being cancelled".to_owned(),
            ));
        }
        let what = match asset.value.reveal() {
            PropertyValue::Archive(_) => format!("the archive `{}`", asset.property),
            _ => format!("the asset `{}`", asset.property),
        };
        let read = self.read(&asset.value, http, memory).await;
        let (content, memory) = read.map_err(|fault| {
            if !asset.secret
                && let Some(words) = fault.for_user(&what)
            {
                call.log(Severity::Warning, &words);
            }
            fault.for_guest(&what, asset.secret)
        })?;
        if asset.secret || asset.value.contains_secret() {
            for blob in content.blobs() {
                call.secrets.meet_content(&blob.bytes);
            }
        }
        if let Some(warning) = changed(&asset.value, &content) {
            call.log(Severity::Warning, &format!("{what}: {warning}"));
        }
        Ok((content, memory))
    }

    async fn read(
        &self,
        value: &PropertyValue,
        http: &HttpClient,
        memory: Reservation,
    ) -> Result<(Content, Reservation), Fault> {
        let mut fetched_memory = http.memory().nothing();
        let fetched = remote::fetch_all(value, http, &self.limits, &mut fetched_memory).await?;
        // Each asset keeps a file open while it is read.
        let _reading = READING.acquire().await;
        let abandoned = Abandoned::default();
        let _guard = abandoned.on_drop();
        let (value, limits) = (value.clone(), self.limits.clone());
        let work = move || {
            let _fetched_memory = fetched_memory;
            let mut budget = AssetBudget::new(&limits, abandoned, memory);
            let content = tree::assemble(&value, &fetched, &mut budget)?;
            let memory = budget.kept(content.size())?;
            Ok((content, memory))
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(content) => content,
            Err(error) => Err(Fault::unusable("it cannot be read").detailed(error.to_string())),
        }
    }
}

/// The hash of a file, archive file or folder of this machine that a value names by its path, as the engine computes it. `None` if the
/// value names no path, or its content cannot be read now. Blocks while it reads.
#[must_use]
pub fn hash_at_path(value: &PropertyValue, limits: &Limits) -> Option<String> {
    if !value.reveal().has_path() {
        return None;
    }
    let opened = tree::assemble(value, &remote::Fetched::new(), &mut AssetBudget::of(limits));
    Some(match opened.ok()? {
        Content::Asset(blob) => blob.hash.clone(),
        Content::Archive(tree) => tree.hash,
    })
}

/// The message about content that differs from the content that the engine hashed.
fn changed(value: &PropertyValue, content: &Content) -> Option<&'static str> {
    let recorded = match value.reveal() {
        PropertyValue::Asset(asset) => &asset.hash,
        PropertyValue::Archive(archive) => &archive.hash,
        _ => return None,
    };
    let found = match content {
        Content::Asset(blob) => &blob.hash,
        Content::Archive(tree) => &tree.hash,
    };
    (!recorded.is_empty() && recorded != found).then_some(
        "its content changed while the deployment ran; the recorded hash is from before the change",
    )
}

#[cfg(test)]
mod tests;
