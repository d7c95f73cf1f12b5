//! Options of resources.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::Location;
use std::time::Duration;

use super::alias::Alias;
use super::child::Child;
use super::cx::ComponentContext;
use super::declared::{Declared, DeclaredList, Expressible};
use super::transform::{self, ChildRegistration};
use crate::error::{PropertyFailure, Result};

/// Options of children, from [`ComponentContext::options`]. They are the engine's options. An option that is not set
/// has the engine's default, or the value of the component's parent.
///
/// ```
/// # use pulumi_wasm_provider::prelude::*;
/// # fn example(cx: &ComponentContext, bucket: &Child) -> Result<Child> {
/// let careful = cx.options().depends_on(bucket).protect(true);
/// careful.child("policy", "aws:s3/bucketPolicy:BucketPolicy", properties! { bucket: bucket.id() })
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(super) cx: ComponentContext,
    name: Option<String>,
    declared: Declared,
    depends_on: DeclaredList,
    replace_with: DeclaredList,
    aliases: DeclaredList,
    /// Lists of paths and of names, by the options that they are.
    texts: BTreeMap<&'static str, DeclaredList>,
    providers: Declared,
    timeouts: Declared,
    /// The numbers of functions.
    transforms: Vec<u32>,
    /// The numbers of functions, by the moments at which they run.
    hooks: BTreeMap<&'static str, DeclaredList>,
    has_parent: bool,
}

impl Options {
    pub(super) fn new(cx: &ComponentContext) -> Self {
        Self {
            cx: cx.clone(),
            name: None,
            declared: Declared::default(),
            depends_on: DeclaredList::default(),
            replace_with: DeclaredList::default(),
            aliases: DeclaredList::default(),
            texts: BTreeMap::new(),
            providers: Declared::default(),
            timeouts: Declared::default(),
            transforms: Vec::new(),
            hooks: BTreeMap::new(),
            has_parent: false,
        }
    }

    /// The full name of the child. Without it the name is the component's name and the part.
    #[must_use]
    pub fn name(mut self, name: impl Display) -> Self {
        self.name = Some(name.to_string());
        self
    }

    /// Another parent than the component or the group.
    #[must_use]
    pub fn parent(mut self, parent: &Child) -> Self {
        self.has_parent = true;
        self.with("parent", parent)
    }

    /// A resource that must exist first. May be called several times. A group stands for all resources in it.
    #[must_use]
    pub fn depends_on(mut self, resource: &impl Expressible) -> Self {
        self.depends_on.push(resource);
        self
    }

    /// The provider to use: a child, or an input that refers to one.
    #[must_use]
    pub fn provider(self, provider: &impl Expressible) -> Self {
        self.with("provider", provider)
    }

    /// The provider of a package, for a component or a group and everything in it. May be called several times.
    #[must_use]
    pub fn provider_of(mut self, package: &str, provider: &impl Expressible) -> Self {
        self.providers.put(package, provider);
        self
    }

    /// Whether the engine refuses to delete the resource.
    #[must_use]
    pub fn protect(self, protect: bool) -> Self {
        self.with("protect", &protect)
    }

    /// Whether the engine forgets the resource without deleting it.
    #[must_use]
    pub fn retain_on_delete(self, retain: bool) -> Self {
        self.with("retainOnDelete", &retain)
    }

    /// Whether a replacement deletes the old resource first.
    #[must_use]
    pub fn delete_before_replace(self, delete: bool) -> Self {
        self.with("deleteBeforeReplace", &delete)
    }

    /// A resource whose deletion also deletes this one, so that the engine does not delete it.
    #[must_use]
    pub fn deleted_with(self, resource: &impl Expressible) -> Self {
        self.with("deletedWith", resource)
    }

    /// A resource whose replacement also replaces this one. May be called several times.
    #[must_use]
    pub fn replace_with(mut self, resource: &impl Expressible) -> Self {
        self.replace_with.push(resource);
        self
    }

    /// A value whose change replaces the resource.
    #[must_use]
    pub fn replacement_trigger(self, trigger: &impl Expressible) -> Self {
        self.with("replacementTrigger", trigger)
    }

    /// Properties, by path, whose changes are ignored. May be called several times.
    #[must_use]
    pub fn ignore_changes<P: AsRef<str>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        self.with_texts("ignoreChanges", paths)
    }

    /// Properties, by path, whose changes replace the resource. May be called several times.
    #[must_use]
    pub fn replace_on_changes<P: AsRef<str>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        self.with_texts("replaceOnChanges", paths)
    }

    /// Outputs that are secret in addition to the secrets of the schema. May be called several times.
    #[must_use]
    pub fn secret_outputs<P: AsRef<str>>(self, names: impl IntoIterator<Item = P>) -> Self {
        self.with_texts("additionalSecretOutputs", names)
    }

    /// Properties, by path, whose differences are not shown. May be called several times.
    #[must_use]
    pub fn hide_diffs<P: AsRef<str>>(self, paths: impl IntoIterator<Item = P>) -> Self {
        self.with_texts("hideDiffs", paths)
    }

    /// A name, type or parent that the resource had before. May be called several times.
    #[must_use]
    pub fn alias(mut self, alias: &Alias) -> Self {
        alias.add_to(&mut self.aliases);
        self
    }

    /// The time limit of a `create`.
    #[must_use]
    pub fn create_timeout(self, timeout: Duration) -> Self {
        self.timeout("create", timeout)
    }

    /// The time limit of an `update`.
    #[must_use]
    pub fn update_timeout(self, timeout: Duration) -> Self {
        self.timeout("update", timeout)
    }

    /// The time limit of a `delete`.
    #[must_use]
    pub fn delete_timeout(self, timeout: Duration) -> Self {
        self.timeout("delete", timeout)
    }

    /// The id of an existing resource to import.
    #[must_use]
    pub fn import(self, id: &str) -> Self {
        self.with("import", id)
    }

    /// A function that changes the resource and all below it. It runs before the functions of
    /// [`ComponentContext::transform`](crate::ComponentContext::transform). May be called several times.
    #[must_use]
    #[track_caller]
    pub fn transform(
        mut self,
        function: impl Fn(&mut ChildRegistration) -> Result<()> + 'static,
    ) -> Self {
        let number = transform::keep(&self.cx.session, Location::caller(), function);
        self.transforms.push(number);
        self
    }

    pub(super) fn with_hook(mut self, moment: &'static str, number: u32) -> Self {
        self.hooks.entry(moment).or_default().push(&number);
        self
    }

    fn with(mut self, name: &str, value: &(impl Expressible + ?Sized)) -> Self {
        self.declared.put(name, value);
        self
    }

    fn with_texts<P: AsRef<str>>(
        mut self,
        name: &'static str,
        texts: impl IntoIterator<Item = P>,
    ) -> Self {
        let list = self.texts.entry(name).or_default();
        for text in texts {
            list.push(text.as_ref());
        }
        self
    }

    fn timeout(mut self, of: &str, timeout: Duration) -> Self {
        // In Go's notation for durations.
        let text = format!("{}ms", timeout.as_millis());
        self.timeouts.put(of, &text);
        self
    }

    pub(super) fn full_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub(super) fn text(&self) -> std::result::Result<String, PropertyFailure> {
        self.text_with(&[])
    }

    /// The text of the options with further transforms. A child of another child inherits the transforms of its parent.
    pub(super) fn text_with(
        &self,
        transforms: &[u32],
    ) -> std::result::Result<String, PropertyFailure> {
        let mut all = self.declared.clone();
        let further = transforms.iter().filter(|_| !self.has_parent);
        let mut transforms = DeclaredList::default();
        for number in self.transforms.iter().chain(further) {
            transforms.push(number);
        }
        let lists = [
            ("dependsOn", &self.depends_on),
            ("replaceWith", &self.replace_with),
            ("aliases", &self.aliases),
            ("transforms", &transforms),
        ];
        let texts = self.texts.iter().map(|(name, list)| (*name, list));
        for (name, list) in lists.into_iter().chain(texts) {
            if !list.is_empty() {
                all.put(name, list);
            }
        }
        let mut hooks = Declared::default();
        for (moment, numbers) in &self.hooks {
            hooks.put(moment, numbers);
        }
        for (name, members) in [
            ("providers", &self.providers),
            ("customTimeouts", &self.timeouts),
            ("hooks", &hooks),
        ] {
            if !members.is_empty() {
                all.put(name, members);
            }
        }
        all.into_text()
    }
}
