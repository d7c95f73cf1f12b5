//! A component resource, and the children that it registers.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use pulumi_wasm_simulator::{self as simulator, Failure, Mock, Mocks, Reveal, judge_component};
use serde_json::Value;

use crate::core::Core;
use crate::failing::fail;
use crate::judge;
use crate::provider::Provider;
use crate::values::{self, Properties};

/// A component resource in a program. Mocks answer for other packages.
///
/// A child of another package has its inputs as outputs, the id `NAME_id`, and the outputs of a mock for its name or
/// type. Everything else of it is unknown, in an update too. Children of your package are checked by it, and its
/// components are constructed as well; no child is created.
pub struct Construction {
    core: Rc<Core>,
    token: String,
    name: String,
    mocks: Mocks,
}

/// The resources that a component registered, and its outputs.
#[derive(Clone)]
pub struct Constructed {
    urn: String,
    inputs: Properties,
    outputs: Properties,
    children: Vec<Child>,
}

/// A resource below a component.
#[derive(Clone)]
pub struct Child {
    made: simulator::Child,
    inputs: Properties,
    options: Properties,
}

impl Provider {
    /// A component resource of the program. The type is a token, or the last part of one.
    #[must_use]
    pub fn construction(&self, token: &str, name: &str) -> Construction {
        Construction {
            core: Rc::clone(&self.core),
            token: self.core.provider().token(token),
            name: name.to_owned(),
            mocks: Mocks::default(),
        }
    }
}

impl Construction {
    /// Mocks the outputs of a child, or of all children of a type, in an update, or the result of a function. The key
    /// is a name or a token; `id` is the id of a resource.
    ///
    /// # Panics
    /// If the outputs are not an object.
    #[track_caller]
    pub fn mock(&mut self, key: &str, outputs: &Value) {
        let outputs = Mock::Outputs(values::map(outputs));
        self.mocks.insert(key.to_owned(), outputs);
    }

    /// Makes a child, all children of a type, or a function fail with a reason.
    pub fn mock_failure(&mut self, key: &str, reason: &str) {
        let failure = Mock::Failure(reason.to_owned());
        self.mocks.insert(key.to_owned(), failure);
    }

    /// Previews the component: resources have no ids, and other packages return no outputs.
    ///
    /// # Errors
    /// If inputs are refused, or the component or one of its registrations fails.
    #[track_caller]
    pub fn preview(&self, inputs: &Value) -> Result<Constructed, Failure> {
        self.run(inputs, true)
    }

    /// Constructs the component in an update.
    ///
    /// # Errors
    /// Like [`Self::preview`].
    #[track_caller]
    pub fn up(&self, inputs: &Value) -> Result<Constructed, Failure> {
        self.run(inputs, false)
    }

    /// Checks the behaviours that every component must have: an update registers what its preview showed, a second
    /// construction registers the same, and an unknown input causes no crash. `pulumi-wasm test` checks the same
    /// behaviours.
    ///
    /// # Panics
    /// When something does not hold, with all that does not.
    #[track_caller]
    pub fn judge(&self, inputs: &Value) {
        let example = self.question(inputs, false);
        let provider = self.core.provider();
        let verdicts = self.core.wait(judge_component(&provider, &example));
        let verdicts = verdicts.into_iter();
        let report = judge::broken(
            verdicts.map(|(behaviour, outcome)| (behaviour.name(), behaviour.rule(), outcome)),
        );
        if !report.is_empty() {
            fail(&format!("`{}` does not behave:{report}", self.token));
        }
    }

    #[track_caller]
    fn question(&self, inputs: &Value, preview: bool) -> simulator::Construction {
        simulator::Construction {
            stack: "test".to_owned(),
            token: self.token.clone(),
            name: self.name.clone(),
            inputs: values::map(inputs),
            mocks: Arc::new(self.mocks.clone()),
            preview,
        }
    }

    #[track_caller]
    fn run(&self, inputs: &Value, preview: bool) -> Result<Constructed, Failure> {
        let question = self.question(inputs, preview);
        let provider = self.core.provider();
        let made = self.core.wait(provider.construct(&question));
        Constructed::of(made)
    }
}

impl Constructed {
    /// The result of a construction or of a call.
    #[track_caller]
    pub(crate) fn of(made: simulator::Constructed) -> Result<Self, Failure> {
        let outputs = made.outputs.as_ref().map_err(Clone::clone)?.clone();
        if let Some(key) = made.unused_mocks.first() {
            fail(&format!(
                "no resource or function is called `{key}`, which the test has a mock for"
            ));
        }
        let children = made.children().iter().map(Child::of).collect();
        let component = made.resources.into_iter().next();
        let (urn, inputs) = component.map_or_else(Default::default, |component| {
            (component.urn, component.registration.inputs)
        });
        Ok(Self {
            urn,
            inputs: Properties::from_core(inputs),
            outputs: Properties::from_core(outputs),
            children,
        })
    }

    /// The component's URN.
    #[must_use]
    pub fn urn(&self) -> &str {
        &self.urn
    }

    /// The inputs with their defaults, as they were registered.
    #[must_use]
    pub fn inputs(&self) -> &Properties {
        &self.inputs
    }

    /// The component's outputs. In an update, outputs that depend on a value without a mock are absent.
    #[must_use]
    pub fn outputs(&self) -> &Properties {
        &self.outputs
    }

    /// All resources below the component, including resources of its groups and components, in the order of
    /// registration.
    #[must_use]
    pub fn children(&self) -> &[Child] {
        &self.children
    }

    /// The names of all resources below the component, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.children.iter().map(Child::name).collect();
        names.sort_unstable();
        names
    }

    /// The resource of that name below the component.
    ///
    /// # Panics
    /// If none has the name, or several have it.
    #[must_use]
    #[track_caller]
    pub fn child(&self, name: &str) -> &Child {
        let mut found = self.children.iter().filter(|child| child.name() == name);
        match (found.next(), found.next()) {
            (Some(child), None) => child,
            (None, _) => fail(&format!(
                "the component did not register `{name}`, but `{}`",
                self.names().join("`, `")
            )),
            (Some(_), Some(_)) => fail(&format!("the component registered several `{name}`")),
        }
    }
}

impl Child {
    fn of(made: &simulator::Child) -> Self {
        Self {
            inputs: Properties::from_core(made.registration.inputs.clone()),
            options: Properties::from_core(made.options()),
            made: made.clone(),
        }
    }

    /// The name in the program.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.made.registration.name
    }

    /// The type token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.made.registration.token
    }

    /// The URN.
    #[must_use]
    pub fn urn(&self) -> &str {
        &self.made.urn
    }

    /// The name of the parent: the component, or a group or component in it.
    #[must_use]
    pub fn parent(&self) -> &str {
        self.made.parent_name()
    }

    /// The inputs, as they were registered.
    #[must_use]
    pub fn inputs(&self) -> &Properties {
        &self.inputs
    }

    /// The options that are set, by Pulumi's names, such as `retainOnDelete`. Resources in them are named. The parent
    /// and `dependsOn` are not among them.
    #[must_use]
    pub fn options(&self) -> &Properties {
        &self.options
    }

    /// The names of all resources that it depends on, sorted.
    #[must_use]
    pub fn depends_on(&self) -> Vec<&str> {
        let mut names = self.made.depends_on();
        names.sort_unstable();
        names
    }
}

impl fmt::Debug for Construction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Construction({} `{}`)", self.token, self.name)
    }
}

impl fmt::Debug for Child {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inputs = simulator::show(&self.inputs.json(), Reveal::Secrets);
        write!(formatter, "{} `{}` {inputs}", self.token(), self.name())
    }
}

impl fmt::Debug for Constructed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outputs = simulator::show(&self.outputs.json(), Reveal::Secrets);
        let mut list = formatter.debug_list();
        list.entry(&format_args!("{} {outputs}", self.urn));
        list.entries(&self.children).finish()
    }
}
