//! A review of recorded values: the judgement of the plugin's load, which notes each refusal and goes on. It fetches nothing and keeps no
//! component.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pulumi_wasm_core::call::{LogSink, Severity};

use super::Loader;
use super::found::Found;
use super::grant_report::GrantReport;
use super::review_notes::ReviewNotes;
use super::sdk_names;
use crate::{ParameterValue, SourceError};

/// Judges recorded values as the plugin of this machine does when it loads them.
pub struct ValueReviewer {
    loader: Loader,
}

/// The judgement of a value.
#[derive(Debug, Default)]
pub struct ValueReview {
    /// The reasons for which the plugin refuses the package.
    pub refusals: Vec<SourceError>,
    /// The warnings of the plugin and of `pulumi package add`.
    pub warnings: Vec<String>,
    /// The permissions of the components, a line each.
    pub permissions: Vec<String>,
    /// The configuration values whose addresses the components may reach, such as `acme:endpoint`.
    pub configured: Vec<String>,
    /// The packages whose resources the components make, such as `random 4.18.0`.
    pub uses: Vec<String>,
    /// The places of components that are not on this machine. Only the rules that need no manifest were applied to them.
    pub missing: Vec<String>,
}

/// The warnings of one judgement.
#[derive(Default)]
struct Warnings(Mutex<Vec<String>>);

impl LogSink for Warnings {
    fn log(&self, severity: Severity, _urn: &str, message: &str, _ephemeral: bool) {
        if matches!(severity, Severity::Warning | Severity::Error) {
            let mut warnings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            warnings.push(message.to_owned());
        }
    }
}

impl ValueReviewer {
    /// A reviewer for the project that a folder lies in, with the environment of this machine.
    ///
    /// # Errors
    /// When the home folder is unknown, or a temporary folder cannot be made.
    pub fn of_machine(folder: PathBuf) -> Result<Self, SourceError> {
        let loader = Loader {
            folder,
            review: Some(Arc::new(ReviewNotes::new()?)),
            ..Loader::from_environment()?.without_journal()
        };
        Ok(Self { loader })
    }

    /// Judges a value.
    ///
    /// # Errors
    /// When the policy of this machine cannot be used: then the plugin loads nothing.
    pub async fn review(&self, value: &ParameterValue) -> Result<ValueReview, SourceError> {
        let loader = &self.loader;
        let policy = loader.policy()?;
        let mut value = value.clone();
        policy.cap(&mut value.limits);
        let warnings = Arc::new(Warnings::default());
        let log: Arc<dyn LogSink> = Arc::clone(&warnings) as Arc<dyn LogSink>;
        let judged = loader.judge_recorded(&value, &policy, &log).await?;
        let found = judged.found;
        let mut review = ValueReview {
            missing: judged.missing.into_iter().map(|(place, _)| place).collect(),
            uses: uses(&found),
            ..ValueReview::default()
        };
        match GrantReport::new(&found, &value.grants) {
            Ok(report) => {
                report.warn(log.as_ref());
                review.permissions = report.permissions();
                review.configured = report.configured();
            }
            Err(error) => log.log(Severity::Warning, "", &error.to_string(), false),
        }
        sdk_names::warn(&found, &log).await?;
        if found.len() == value.components.len() {
            let assembled = loader.package_of(&value, found, &policy);
            if let Ok(loaded) = &assembled {
                loaded.warn_about_reads(log.as_ref());
            }
            loader.hold(assembled.map(drop))?;
        }
        review.refusals = loader
            .review
            .as_ref()
            .map(|notes| notes.take())
            .unwrap_or_default();
        let mut warnings = warnings.0.lock().unwrap_or_else(PoisonError::into_inner);
        review.warnings = std::mem::take(&mut *warnings);
        Ok(review)
    }
}

/// The packages that components use, sorted.
fn uses(found: &[Found]) -> Vec<String> {
    let manifests = found.iter().map(|component| &component.manifest);
    let uses = manifests.flat_map(|manifest| &manifest.uses);
    let mut uses: Vec<String> = uses.map(|(name, used)| used.shown(name)).collect();
    uses.sort_unstable();
    uses.dedup();
    uses
}

impl Loader {
    /// A refusal ends a load. A review notes it once, and goes on.
    pub(super) fn hold(&self, judged: Result<(), SourceError>) -> Result<(), SourceError> {
        let Some(review) = &self.review else {
            return judged;
        };
        if let Err(refusal) = judged {
            review.note(refusal);
        }
        Ok(())
    }

    /// The loader that keeps what is found in a project: a review keeps it for as long as it lasts.
    pub(super) fn keeper(&self) -> Self {
        match &self.review {
            Some(review) => self.clone().keeping_in(review.store().clone()),
            None => self.clone(),
        }
    }
}
