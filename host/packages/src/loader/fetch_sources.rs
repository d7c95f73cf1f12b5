//! The sources of a component that is not on this machine: the operator's mirrors, and then its origin.
//!
//! A mirror is asked for digests alone, so that nothing of it has to be believed, unless the operator says that it answers tags.

mod fallback;
mod fetch_source;

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

pub(super) use fallback::Answered;
use fetch_source::{FetchSource, Server};
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_registry::{HostedFile, Reference, RegistryContext, Repository, Trust};

use super::registries::context_of;
use crate::operator_sources::{MirrorRule, MirrorTarget, OperatorSources};
use crate::{Place, SourceError};

/// The servers that a component is asked of, in this order.
pub(super) struct FetchSources {
    context: RegistryContext,
    sources: Vec<FetchSource>,
    /// What is asked for, for messages.
    shown: String,
    /// What was not asked, and why, in words for people.
    closed: Vec<String>,
}

impl FetchSources {
    /// The sources of what a reference names. `trust` is about the origin.
    pub(super) fn to_registry(
        reference: &Reference,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let operator = OperatorSources::of_environment()?;
        let origin = format!("oci://{}", reference.place());
        let (rule, mut sources) = Self::begin(&operator, (&origin, reference), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            if let MirrorTarget::Registry(prefix) = target {
                let rest = rule.and_then(|rule| rule.rest(&origin));
                let mirrored = MirrorTarget::reference(prefix, rest.unwrap_or_default(), reference);
                let repository = mirrored.and_then(|mirrored| {
                    // The operator named it.
                    let context = sources.context.clone();
                    let repository = Repository::to_read(&mirrored, Trust::Named, context);
                    let repository = repository.map_err(|error| error.reason)?;
                    Ok((repository, mirrored))
                });
                match repository {
                    Ok((repository, mirrored)) => sources.sources.push(FetchSource::to_mirror(
                        Server::Registry(Box::new(repository)),
                        mirrored.to_string(),
                        rule.is_some_and(MirrorRule::answers_tags),
                        is_only(rule),
                    )),
                    Err(reason) => sources.closed.push(format!("the mirror {reason}")),
                }
            } else {
                sources.push_copies(target, is_only(rule));
            }
        }
        let is_closed = sources.close(rule);
        if !is_closed {
            let repository = Repository::to_read(reference, trust, sources.context.clone())?;
            let server = Server::Registry(Box::new(repository));
            sources.sources.push(FetchSource::to_origin(server));
        }
        Ok(sources)
    }

    /// The sources of a file on a web server, or to an asset of a release.
    pub(super) fn to_file(
        file: &HostedFile,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let operator = OperatorSources::of_environment()?;
        let origin = file.place();
        let (rule, mut sources) = Self::begin(&operator, (&origin, file), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            sources.push_copies(target, is_only(rule));
        }
        let is_closed = sources.close(rule);
        if !is_closed {
            let server = Server::File(file.clone(), trust);
            sources.sources.push(FetchSource::to_origin(server));
        }
        Ok(sources)
    }

    /// The sources of what has a recorded place; `None` for a file of a project.
    pub(super) fn to_place(
        place: &Place,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Option<Self>, SourceError> {
        match place {
            Place::File(_) => Ok(None),
            Place::Registry(reference) => {
                Self::to_registry(reference, trust, limits, log).map(Some)
            }
            Place::Web(file) => Self::to_file(file, trust, limits, log).map(Some),
        }
    }

    fn begin<'a>(
        operator: &'a OperatorSources,
        (origin, shown): (&str, &dyn Display),
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> (Option<&'a MirrorRule>, Self) {
        let sources = Self {
            context: context_of(operator, limits, log),
            sources: Vec::new(),
            shown: shown.to_string(),
            closed: Vec::new(),
        };
        (operator.mirrors(origin), sources)
    }

    fn push_copies(&mut self, target: &MirrorTarget, is_only: bool) {
        if let MirrorTarget::Address(address) = target {
            let server = Server::Copies(target.clone());
            let mirror = FetchSource::to_mirror(server, address.clone(), false, is_only);
            self.sources.push(mirror);
        }
    }

    /// Whether the origin is never asked, which is noted for messages then.
    fn close(&mut self, rule: Option<&MirrorRule>) -> bool {
        let only = rule.and_then(|rule| rule.only.as_ref());
        let shown = &self.shown;
        let closed = only.map(|only| format!("`{shown}`, which is not asked because of {only}"));
        let is_closed = closed.is_some();
        self.closed.extend(closed);
        is_closed
    }

    /// What is left of the time for all steps.
    pub(super) fn time_left(&self) -> Duration {
        self.context.time_left()
    }
}

/// Whether the operator forbids requests to the origin, so that its mirrors stand for it.
fn is_only(rule: Option<&MirrorRule>) -> bool {
    rule.is_some_and(|rule| rule.only.is_some())
}
