//! The reason for missing content: the part that a guest may know, and the part for the user only.

use std::io;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::text::Excerpt;

use crate::budget::LimitReached;
use crate::limits::{Limit, Limits};

/// Why content is not there.
#[derive(Debug, Clone)]
pub struct Fault {
    error: fn(String) -> GuestError,
    /// Without any name: it is shown for secret content too.
    reason: String,
    /// Names inside archives, the outermost first.
    within: Vec<String>,
    /// Whether the failure is about the whole archive, so that no file name matters.
    whole: bool,
    /// Further details, with paths and addresses: for the user alone.
    detail: Option<String>,
}

impl Fault {
    pub(super) fn new(error: fn(String) -> GuestError, reason: impl Into<String>) -> Self {
        Self {
            error,
            reason: reason.into(),
            within: Vec::new(),
            whole: false,
            detail: None,
        }
    }

    /// Content of a kind that cannot be used.
    pub(super) fn unusable(reason: impl Into<String>) -> Self {
        Self::new(GuestError::Other, reason)
    }

    /// The machine refuses a file or folder.
    pub(super) fn from_machine(error: &io::Error, what: &str) -> Self {
        let (kind, reason): (fn(String) -> GuestError, _) = match error.kind() {
            io::ErrorKind::NotFound => (GuestError::NotFound, "does not exist"),
            io::ErrorKind::PermissionDenied => (GuestError::Denied, "may not be read"),
            _ => (GuestError::Other, "cannot be read"),
        };
        Self::new(kind, format!("its {what} {reason}")).detailed(error.to_string())
    }

    /// The host's memory for the call is used up.
    pub(super) fn reached(reached: &LimitReached) -> Self {
        Self::unusable(reached.to_string()).whole()
    }

    pub(super) fn limit(limit: Limit, limits: &Limits) -> Self {
        let reason = format!(
            "it is larger than the limit {} of {}\nhint: {}",
            limit.name(),
            limit.show(limits.get(limit)),
            limits.hint(limit)
        );
        Self::unusable(reason)
    }

    /// Names the part of an archive.
    pub(super) fn within(mut self, name: &str) -> Self {
        if !self.whole {
            self.within.insert(0, name.to_owned());
        }
        self
    }

    /// Marks the failure as one of the whole archive.
    pub(super) fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// Adds a detail for the user.
    pub(super) fn detailed(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds for the user which path or address it is about.
    pub(super) fn at(mut self, place: &str) -> Self {
        let known = self.detail.as_deref().unwrap_or(&self.reason);
        self.detail = Some(format!("{place}: {known}"));
        self
    }

    /// The error for the guest. It names no file or address of secret content.
    pub(super) fn for_guest(&self, what: &str, secret: bool) -> GuestError {
        let place = self.place(secret);
        (self.error)(format!("{what}{place}: {}", self.reason))
    }

    /// The words for the user, if they say more than the guest may know.
    pub(super) fn for_user(&self, what: &str) -> Option<String> {
        let detail = self.detail.as_ref()?;
        Some(format!("{what}{}: {detail}", self.place(false)))
    }

    fn place(&self, secret: bool) -> String {
        if secret || self.within.is_empty() {
            String::new()
        } else {
            // The author of the archive chose its names.
            format!(" (`{}` in it)", Excerpt::name(&self.within.join("/")))
        }
    }
}
