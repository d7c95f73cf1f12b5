//! Makes a bundle of component files. They are judged as `pulumi package add` judges them, without a policy: the
//! machines that run the bundle are unknown.

use std::collections::BTreeSet;
use std::sync::Arc;

use pulumi_wasm_capability::flag_place::FlagPlace;
use pulumi_wasm_core::call::LogSink;

use crate::loader::Loader;
use crate::loader::candidate::{Candidate, LoadContext, ResolvedComponent};
use crate::loader::find::arguments::read_blocking;
use crate::loader::judge::requirements::Required;
use crate::loader::judge::{grant_report, policy_check};
use crate::loader::report::sdk_names;
use crate::own_package::bundle;
use crate::own_package::bundle::PluginBundle;
use crate::policy::Policy;
use crate::{Arguments, ComponentReference, Place, SourceError, Store};

impl Loader {
    /// Makes a bundle of component files with these grants and limits, whose place is the command in hints. Keeps the components in another store, because
    /// the bundle contains them. Applies no policy, because the policies of the machines that run the bundle apply.
    ///
    /// # Errors
    /// When a file is not a component, components do not fit together, or a required grant is missing; each with advice.
    pub async fn to_bundle(
        &self,
        store: Store,
        arguments: &Arguments,
        download_url: Option<String>,
        log: &Arc<dyn LogSink>,
    ) -> Result<PluginBundle, SourceError> {
        let policy = Policy::default();
        let loading = LoadContext {
            policy: &policy,
            limits: &arguments.limits,
            log,
        };
        let apart = self.clone().keeping_in(store);
        let is_for_terraform = arguments.limits.place == FlagPlace::TerraformProvider;
        let mut found: Vec<ResolvedComponent> = Vec::new();
        let mut names = BTreeSet::new();
        for source in &arguments.components {
            let shown = source.to_string();
            let Some(file) = source.file() else {
                return Err(SourceError::new(format!(
                    "`{shown}` cannot be bundled: a bundle is made of files"
                ))
                .hint("fetch it to a file first, and bundle that"));
            };
            let (bytes, digest) = read_blocking(file, &arguments.limits).await?;
            let name = file
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let is_taken = !names.insert(name.to_owned());
            if is_taken || !bundle::is_file_name(name) || !name.ends_with(".wasm") {
                let reason = if is_taken {
                    "another component has the same name"
                } else {
                    "its name does not end in `.wasm`, or has characters that cannot be recorded"
                };
                return Err(
                    SourceError::new(format!("`{shown}` cannot be bundled: {reason}"))
                        .hint("rename the file"),
                );
            }
            let candidate = Candidate {
                bytes,
                reference: ComponentReference {
                    digest,
                    place: Place::File(name.to_owned()),
                },
                shown,
            };
            let kept = apart.keep(candidate, &Required::Nothing, &loading).await?;
            found.push(if is_for_terraform {
                kept.without_other_packages()
            } else {
                kept
            });
        }
        let uses = self.uses_of(&found, &policy, log).await;
        let report = grant_report::GrantReport::new(&found, &uses, &arguments.grants)?;
        report.show(log.as_ref());
        // Nothing generates SDKs for Terraform.
        if !is_for_terraform {
            sdk_names::warn(&found, log).await?;
        }
        policy_check::refuse_uses(&policy, &found, &uses)?;
        report.require(&policy, arguments)?;
        let (grants, limits) = (arguments.grants.clone(), arguments.limits.clone());
        let loaded = apart
            .assemble(found, &uses, grants, limits, &policy)
            .await?;
        Ok(PluginBundle {
            package: loaded.value,
            download_url,
        })
    }
}
