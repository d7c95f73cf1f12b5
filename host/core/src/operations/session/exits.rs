//! The exits of a session: every value that leaves it is checked for all secrets that the session knows by then.
//!
//! A guest may remember a secret from a callback and return it later in plain text. So the rule for the outputs of
//! custom resources also holds for inputs of children, arguments, outputs, results and the answers of transforms. A
//! name or option that the engine stores in plain text is refused if it contains a secret.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::open_texts::{self, OpenText};
use crate::call::{Call, Severity};
use crate::error::CallError;
use crate::graph::{
    LookupKind, LookupRequest, LookupResult, Registered, Registration, SharedGraph,
    TransformRequest, Transformed,
};
use crate::monitor::{Monitor, MonitorError};
use crate::package::SELF;
use crate::redaction::{Hidden, InTheOpen, is_in_the_open, open_texts_in};
use crate::schema::ObjectSchema;
use crate::text::Excerpt;
use crate::value::output_values::OutputValues;
use crate::value::size_limits;
use crate::value::{PropertyMap, PropertyValue};

/// The maximum number of warnings in one session. A component may have thousands of children.
const MAX_WARNINGS: usize = 20;
/// Above this size of properties, it may take long to prepare the secrets of a session.
const LARGE: usize = 64 << 10;
/// The maximum size of a name in a message.
const MAX_NAME_BYTES: usize = 200;

/// Returns the owner of the values, for messages.
type Owner<'a> = &'a (dyn Fn() -> String + Sync);

/// Checks the values of every kind that leave a session.
pub(in crate::operations) struct Exits<'a> {
    call: &'a Call,
    graph: &'a SharedGraph,
    monitor: &'a dyn Monitor,
    /// The inputs of the component, or the arguments of the method.
    given: &'a PropertyMap,
    /// The plain texts in `given`, collected on first use.
    open: OnceLock<HashSet<&'a str>>,
    warnings: AtomicUsize,
}

impl<'a> Exits<'a> {
    /// The exits of a session whose guest received these properties.
    pub(in crate::operations) fn new(
        call: &'a Call,
        graph: &'a SharedGraph,
        monitor: &'a dyn Monitor,
        given: &'a PropertyMap,
    ) -> Self {
        Self {
            call,
            graph,
            monitor,
            given,
            open: OnceLock::new(),
            warnings: AtomicUsize::new(0),
        }
    }

    /// Whether the guest received so much that there may be thousands of secrets.
    pub(super) fn are_large(&self) -> bool {
        size_limits::size(self.given) > LARGE
    }

    /// Builds the matchers, so that the first search is not slower than the others.
    pub(super) fn prepare(&self) {
        self.call.secrets.make_matchers();
    }

    /// Checks the registration of a resource, and hides the secrets in its inputs.
    ///
    /// # Errors
    /// If a text that the engine stores in plain contains a secret.
    pub(super) fn judge(&self, registration: &mut Registration) -> Result<(), MonitorError> {
        let (name, token) = (registration.name.clone(), registration.token.clone());
        let owner: Owner<'_> = &|| self.of_resource(&name, &token);
        self.are_open(owner, open_texts::of_registration(registration), &[])
            .map_err(MonitorError::Refused)?;
        self.warn_about_secret_in_id(owner, &registration.options.import);
        self.hide("input", owner, &mut registration.inputs);
        let inputs = &registration.inputs;
        registration
            .input_dependencies
            .retain(|name, _| inputs.contains_key(name));
        self.hide_trigger(owner, &mut registration.options.replacement_trigger);
        self.call.secrets.learn_answer(&registration.inputs);
        Ok(())
    }

    /// Registers a resource after its registration was [checked](Self::judge).
    ///
    /// # Errors
    /// Like [`Monitor::register`].
    pub(super) async fn register(
        &self,
        registration: Registration,
    ) -> Result<Registered, MonitorError> {
        self.monitor.register(registration).await
    }

    /// Checks a look-up, and hides the secrets in its arguments. Returns whether there were any.
    ///
    /// # Errors
    /// If a text that the engine stores in plain contains a secret.
    pub(super) fn judge_look_up(&self, request: &mut LookupRequest) -> Result<bool, MonitorError> {
        if request.kind == LookupKind::Reference {
            return Ok(false);
        }
        let token = request.token.clone();
        let owner: Owner<'_> = &|| format!(" of the look-up of `{}`", self.shown(&token));
        self.are_open(owner, open_texts::of_lookup(request), &[])
            .map_err(MonitorError::Refused)?;
        if request.kind == LookupKind::Read {
            self.warn_about_secret_in_id(owner, &request.subject);
        }
        // The reference to the resource comes from the engine itself.
        let receiver = request.arguments.remove_entry(SELF);
        let is_hidden = self.hide("argument", owner, &mut request.arguments);
        request.arguments.extend(receiver);
        let arguments = &request.arguments;
        request
            .argument_dependencies
            .retain(|name, _| arguments.contains_key(name));
        Ok(is_hidden)
    }

    /// Sends a look-up after it was [checked](Self::judge_look_up). The result of a look-up with secret arguments is
    /// secret.
    ///
    /// # Errors
    /// Like [`Monitor::look_up`].
    pub(super) async fn look_up(
        &self,
        request: LookupRequest,
        is_hidden: bool,
    ) -> Result<LookupResult, MonitorError> {
        let mut found = self.monitor.look_up(request).await?;
        if is_hidden {
            for value in found.outputs.values_mut() {
                let plain = std::mem::replace(value, PropertyValue::Null);
                *value = plain.into_secret();
            }
        }
        Ok(found)
    }

    /// Hides the secrets in the outputs of a group.
    pub(super) fn judge_group(&self, urn: &str, outputs: &mut PropertyMap) {
        let owner: Owner<'_> = &|| format!(" of the group `{}`", self.shown(urn));
        self.hide("output", owner, outputs);
    }

    /// Completes a group with its outputs after they were [checked](Self::judge_group).
    ///
    /// # Errors
    /// Like [`Monitor::complete`].
    pub(super) async fn complete_group(
        &self,
        urn: String,
        outputs: PropertyMap,
    ) -> Result<(), MonitorError> {
        self.monitor.complete(&urn, outputs).await
    }

    /// Completes the component with its outputs after they were [checked](Self::outputs).
    ///
    /// # Errors
    /// Like [`Monitor::complete`].
    pub(super) async fn complete_component(
        &self,
        urn: &str,
        outputs: PropertyMap,
    ) -> Result<(), MonitorError> {
        self.monitor.complete(urn, outputs).await
    }

    /// Hides the secrets in the outputs of the component, or in the result of the method.
    pub(in crate::operations) fn outputs(
        &self,
        declared: Option<&ObjectSchema>,
        outputs: &mut PropertyMap,
    ) {
        self.call.secrets.learn_answer(outputs);
        self.hide_beside(self.given, declared, "output", &String::new, outputs);
    }

    /// Hides the secrets in the answer of a transform. `asked` is the request that the engine sent to the transform.
    ///
    /// # Errors
    /// If an option that the engine stores in plain contains a secret.
    pub(super) fn transformed(
        &self,
        asked: &TransformRequest,
        transformed: &mut Transformed,
    ) -> Result<(), CallError> {
        let owner: Owner<'_> = &|| self.of_resource(&asked.name, &asked.token);
        if let Some((properties, outputs)) = &mut transformed.properties {
            self.call.secrets.learn_answer(properties);
            let before = properties.clone();
            let beside = &asked.properties;
            self.hide_beside(beside, None, "input", owner, properties);
            follow(&before, properties, outputs);
        }
        if let Some(options) = &mut transformed.options {
            let known: Vec<OpenText<'_>> = open_texts::of_options(&asked.options.others);
            let texts = open_texts::of_options(&options.others);
            self.are_open(owner, texts, &known).map_err(|reason| {
                let hint = Some(open_texts::ADVICE.to_owned());
                CallError::Refused { reason, hint }
            })?;
            self.warn_about_secret_in_id(owner, &options.others.import);
            if options.others.replacement_trigger != asked.options.others.replacement_trigger {
                self.hide_trigger(owner, &mut options.others.replacement_trigger);
            }
        }
        Ok(())
    }

    /// Hides the secrets in properties. Returns whether there were any.
    fn hide(&self, kind: &str, owner: Owner<'_>, properties: &mut PropertyMap) -> bool {
        self.hide_beside(self.given, None, kind, owner, properties)
    }

    /// Does the same, with plain values at the same places that need not be hidden.
    fn hide_beside(
        &self,
        beside: &PropertyMap,
        declared: Option<&ObjectSchema>,
        kind: &str,
        owner: Owner<'_>,
        properties: &mut PropertyMap,
    ) -> bool {
        if self.call.secrets.is_empty() {
            return false;
        }
        let open = InTheOpen {
            declared,
            inputs: beside,
            is_open: &|text| self.open().contains(text),
            is_exit: true,
        };
        let hidden = Hidden::among(self.call, &open, properties);
        if hidden.is_empty() {
            return false;
        }
        if self.may_warn() {
            hidden.tell(self.call, kind, &owner());
        }
        true
    }

    fn open(&self) -> &HashSet<&'a str> {
        self.open.get_or_init(|| {
            let mut open = HashSet::new();
            let given = self.given.values();
            given.for_each(|value| open_texts_in(value, &mut open));
            open
        })
    }

    fn of_resource(&self, name: &str, token: &str) -> String {
        format!(" of `{}` of type `{}`", self.shown(name), self.shown(token))
    }

    /// A name for a message, without secrets.
    fn shown(&self, name: &str) -> String {
        let clean = self.call.secrets.excerpt(name, MAX_NAME_BYTES);
        Excerpt::name(&clean).to_string()
    }

    fn hide_trigger(&self, owner: Owner<'_>, trigger: &mut Option<PropertyValue>) {
        const NAME: &str = "replacementTrigger";
        let Some(value) = trigger.take() else { return };
        let mut option = PropertyMap::from([(NAME.to_owned(), value)]);
        let nothing = PropertyMap::new();
        self.hide_beside(&nothing, None, "option", owner, &mut option);
        *trigger = option.remove(NAME);
    }

    /// Fails if a text that the engine stores in plain contains a secret, unless the text is among `known`.
    fn are_open<'t>(
        &self,
        owner: Owner<'_>,
        texts: Vec<OpenText<'t>>,
        known: &[OpenText<'_>],
    ) -> Result<(), String> {
        if self.call.secrets.is_empty() {
            return Ok(());
        }
        if self.call.secrets.have_forgotten() {
            return Err(open_texts::uncertain(&owner()));
        }
        let is_open = |part: &str| is_in_the_open(self.call, self.given, part);
        for text in texts {
            let OpenText { what, text } = text;
            let is_known = known.iter().any(|known| known.text == text);
            if !is_known
                && self.call.secrets.are_in_unless(text, &is_open)
                && !self.is_of_engine(text)
            {
                return Err(open_texts::refusal(what, &owner()));
            }
        }
        Ok(())
    }

    /// Whether a text is a URN or a provider that the engine named.
    fn is_of_engine(&self, text: &str) -> bool {
        let graph = self.graph.lock();
        let urn_of_provider = text.rsplit_once("::").map(|(urn, _)| urn);
        graph.knows_urn(text) || urn_of_provider.is_some_and(|urn| graph.knows_urn(urn))
    }

    /// Warns about a secret in an id.
    fn warn_about_secret_in_id(&self, owner: Owner<'_>, id: &str) {
        let is_open = |part: &str| is_in_the_open(self.call, self.given, part);
        if self.call.secrets.are_in_unless(id, &is_open) && self.may_warn() {
            let message = format!(
                "the id{} contains a secret, and {} keeps ids in plain text, in the state and on screen\n\
                 hint: treat that secret as known to all who can read the state; tell the component's author",
                owner(),
                self.call.wording.engine()
            );
            self.call.log(Severity::Warning, &message);
        }
    }

    /// Whether another warning may be shown. The first warning beyond the limit says that there are more.
    fn may_warn(&self) -> bool {
        let before = self.warnings.fetch_add(1, Ordering::Relaxed);
        if before == MAX_WARNINGS {
            let message =
                "further values of the component are kept as secrets, and are not listed here";
            self.call.log(Severity::Warning, message);
        }
        before < MAX_WARNINGS
    }
}

/// Moves the dependencies to the new places of properties after some became secrets or were left out.
fn follow(before: &PropertyMap, after: &PropertyMap, outputs: &mut OutputValues) {
    outputs.retain(|name, _| after.contains_key(name));
    for (name, tree) in outputs {
        if let (Some(before), Some(after)) = (before.get(name), after.get(name)) {
            tree.follow(before, after);
        }
    }
}
