//! A method of a resource, its results, and the children that it registers.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use pulumi_wasm_simulator::{self as simulator, Failure, Mock, Mocks, Receiver, judge_method};
use serde_json::{Value, json};

use crate::construction::{Child, Constructed};
use crate::core::Core;
use crate::failing::fail;
use crate::judge;
use crate::provider::Provider;
use crate::values::{self, Properties};

/// A method of a resource in a program. Mocks answer for other packages.
///
/// The resource is made with the inputs of [`Self::on_made`], or has the outputs of [`Self::on`].
pub struct Method {
    core: Rc<Core>,
    token: String,
    name: String,
    receiver: Receiver,
    mocks: Mocks,
}

/// The results of a method, and the resources that it registered.
#[derive(Clone)]
pub struct Called(Constructed);

impl Provider {
    /// A method of the resource with that name, such as `Website/announce`: a token, or the last part of one.
    #[must_use]
    pub fn method(&self, token: &str, name: &str) -> Method {
        Method {
            core: Rc::clone(&self.core),
            token: self.core.provider().token(token),
            name: name.to_owned(),
            receiver: Receiver::Made(values::map(&json!({}))),
            mocks: Mocks::default(),
        }
    }
}

impl Method {
    /// The properties of the resource in a preview and in an update; other outputs are unknown. `id` is the id of a
    /// custom resource.
    ///
    /// # Panics
    /// If the outputs are not an object.
    #[track_caller]
    pub fn on(&mut self, outputs: &Value) {
        let mut outputs = values::map(outputs);
        let id = outputs.remove("id");
        self.receiver = Receiver::Given {
            id: id.and_then(|id| id.as_str().map(str::to_owned)),
            outputs,
        };
    }

    /// The inputs that the resource is made with before each call: a component is constructed.
    ///
    /// # Panics
    /// When the inputs are not an object.
    #[track_caller]
    pub fn on_made(&mut self, inputs: &Value) {
        self.receiver = Receiver::Made(values::map(inputs));
    }

    /// Like [`Construction::mock`](crate::Construction::mock).
    ///
    /// # Panics
    /// If the outputs are not an object.
    #[track_caller]
    pub fn mock(&mut self, key: &str, outputs: &Value) {
        let outputs = Mock::Outputs(values::map(outputs));
        self.mocks.insert(key.to_owned(), outputs);
    }

    /// Like [`Construction::mock_failure`](crate::Construction::mock_failure).
    pub fn mock_failure(&mut self, key: &str, reason: &str) {
        let failure = Mock::Failure(reason.to_owned());
        self.mocks.insert(key.to_owned(), failure);
    }

    /// Calls the method in a preview.
    ///
    /// # Errors
    /// When arguments are invalid, the resource cannot be created, the method fails, or a resource that it registers
    /// fails.
    #[track_caller]
    pub fn preview(&self, arguments: &Value) -> Result<Called, Failure> {
        self.run(arguments, true)
    }

    /// Calls the method in an update.
    ///
    /// # Errors
    /// Like [`Self::preview`].
    #[track_caller]
    pub fn call(&self, arguments: &Value) -> Result<Called, Failure> {
        self.run(arguments, false)
    }

    /// Checks the behaviours that every method must have: an update returns what its preview showed, a second call
    /// returns the same, and an unknown argument causes no crash. `pulumi-wasm test` checks the same behaviours.
    ///
    /// # Panics
    /// When something does not hold, with all that does not.
    #[track_caller]
    pub fn judge(&self, arguments: &Value) {
        let example = simulator::MethodExample {
            call: self.question(arguments, false),
            is_generated: false,
        };
        let provider = self.core.provider();
        let verdicts = self.core.wait(judge_method(&provider, &example));
        let verdicts = verdicts.into_iter();
        let report = judge::broken(
            verdicts.map(|(behaviour, outcome)| (behaviour.name(), behaviour.rule(), outcome)),
        );
        if !report.is_empty() {
            fail(&format!("`{}` does not behave:{report}", self.token));
        }
    }

    #[track_caller]
    fn question(&self, arguments: &Value, preview: bool) -> simulator::MethodCall {
        simulator::MethodCall {
            stack: "test".to_owned(),
            token: self.token.clone(),
            name: self.name.clone(),
            receiver: self.receiver.clone(),
            arguments: values::map(arguments),
            mocks: Arc::new(self.mocks.clone()),
            preview,
        }
    }

    #[track_caller]
    fn run(&self, arguments: &Value, preview: bool) -> Result<Called, Failure> {
        let question = self.question(arguments, preview);
        let provider = self.core.provider();
        let called = self.core.wait(provider.call_method(&question));
        Constructed::of(called).map(Called)
    }
}

impl Called {
    /// The URN of the resource that the method was called on.
    #[must_use]
    pub fn urn(&self) -> &str {
        self.0.urn()
    }

    /// The results by name; a single one is called `result`. In an update, results that depend on a value without a
    /// mock are absent.
    #[must_use]
    pub fn result(&self) -> &Properties {
        self.0.outputs()
    }

    /// The resources that the method registered, in the order of their registrations.
    #[must_use]
    pub fn children(&self) -> &[Child] {
        self.0.children()
    }

    /// The names of the resources that the method registered, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.0.names()
    }

    /// The resource of that name.
    ///
    /// # Panics
    /// When the method registered none of the name, or several.
    #[must_use]
    #[track_caller]
    pub fn child(&self, name: &str) -> &Child {
        self.0.child(name)
    }
}

impl fmt::Debug for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Method({} on `{}`)", self.token, self.name)
    }
}

impl fmt::Debug for Called {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}
