//! A step that calls a method, and the behaviours that every method must have.

use std::sync::Arc;

use anyhow::{Context, bail};
use pulumi_wasm_core::schema::FunctionSchema;
use pulumi_wasm_simulator::conformance::Outcome;
use pulumi_wasm_simulator::{
    MethodBehaviour, MethodCall, MethodExample, Receiver, State, judge_method,
};

use super::expectation::Came;
use super::format::{During, Step};
use super::outcome::Kind;
use super::run::{Runner, STACK};
use crate::commands::docs::example::Maker;
use crate::properties::mocks;
use crate::properties::to_properties;

/// The argument of a method that is its resource.
const SELF: &str = "__self__";

impl Runner<'_> {
    /// Calls a method of a type on the resource of a step, or else on this one. Returns the call, if it is an example.
    pub(super) async fn call(
        &mut self,
        token: &str,
        name: &str,
        step: &Step,
        receiver: Option<Receiver>,
    ) -> anyhow::Result<Option<MethodCall>> {
        let files = &self.found.files;
        let method = step.call.as_deref().unwrap_or_default();
        let receiver = match &step.on {
            Some(on) => Some(on.read(files).context("`on`")?),
            None => receiver,
        };
        let Some(receiver) = receiver else {
            bail!(
                "`call: {method}`: there is no resource to call it on\n\
                 hint: make one in a step before, or write `on: {{ outputs: {{ … }} }}`"
            );
        };
        let arguments = step.arguments.clone().unwrap_or_default();
        let asked = MethodCall {
            stack: STACK.to_owned(),
            token: method_token(token, method),
            name: name.to_owned(),
            receiver,
            arguments: to_properties(&arguments, files).context("`arguments`")?,
            mocks: Arc::new(mocks::read(&self.found.case.mocks, files)?),
            preview: step.during == Some(During::Preview),
        };
        let mut called = self.provider.call_method(&asked).await;
        let mut came = Came {
            children: called.resources.split_off(called.resources.len().min(1)),
            ..Came::default()
        };
        match called.outputs {
            Ok(result) => came.result = Some(result),
            Err(failure) => came.failure = Some(failure),
        }
        let expect = step.expect.clone().unwrap_or_default();
        let is_example = expect.error.is_none() && expect.failures.is_none();
        let verb = format!("call {method}");
        self.judge(
            &verb,
            &format!("call of `{method}` on `{name}`"),
            &expect,
            came,
        )?;
        Ok(is_example.then_some(asked))
    }

    /// Judges the behaviours that every method must have: with the calls of the case, and with generated arguments for
    /// methods that no step calls.
    pub(super) async fn behaviours_of_methods(
        &mut self,
        token: &str,
        called: Vec<MethodCall>,
        receiver: &Receiver,
    ) -> anyhow::Result<()> {
        let examples = self.examples(token, called, receiver)?;
        self.judge_methods(examples).await;
        Ok(())
    }

    /// Judges the methods that a case calls, by those calls.
    pub(super) async fn behaviours_of_calls(&mut self, called: Vec<MethodCall>) {
        let examples = of_each_method(called);
        self.judge_methods(examples).await;
    }

    async fn judge_methods(&mut self, examples: Vec<MethodExample>) {
        let skip = &self.found.case.skip;
        for example in examples {
            let method = example.call.parts().1.to_owned();
            for (behaviour, outcome) in judge_method(self.provider, &example).await {
                let outcome = match skip.get(behaviour.name()) {
                    Some(reason) => Outcome::NotJudged(format!("skipped: {reason}")),
                    None => outcome,
                };
                let rule = format!("of `{method}`: {}", behaviour.rule());
                self.add(Kind::Behaviour, behaviour.name(), &rule, outcome);
            }
        }
        self.messages.append(&mut self.log.take());
    }

    /// The first call of each method in the case, and one call of each other method.
    fn examples(
        &self,
        token: &str,
        called: Vec<MethodCall>,
        receiver: &Receiver,
    ) -> anyhow::Result<Vec<MethodExample>> {
        let mut examples = of_each_method(called);
        let Some(own) = self.provider.package().component_of(token) else {
            return Ok(examples);
        };
        let schema = &own.manifest().schema;
        let maker = Maker::new(schema);
        for (method, of) in schema.functions.iter() {
            let is_of_this = method.rsplit_once('/').is_some_and(|(of, _)| of == token);
            if !is_of_this || has(&examples, method) {
                continue;
            }
            let Some(arguments) = maker.example(&without_self(of).inputs) else {
                continue;
            };
            let call = MethodCall {
                stack: STACK.to_owned(),
                token: method.to_owned(),
                name: self.name(),
                receiver: receiver.clone(),
                arguments,
                mocks: Arc::new(mocks::read(&self.found.case.mocks, &self.found.files)?),
                preview: false,
            };
            let is_generated = true;
            examples.push(MethodExample { call, is_generated });
        }
        Ok(examples)
    }
}

/// The first call of each method.
fn of_each_method(called: Vec<MethodCall>) -> Vec<MethodExample> {
    let mut examples: Vec<MethodExample> = Vec::new();
    for call in called {
        if !has(&examples, &call.token) {
            let is_generated = false;
            examples.push(MethodExample { call, is_generated });
        }
    }
    examples
}

fn has(examples: &[MethodExample], method: &str) -> bool {
    let mut examples = examples.iter();
    examples.any(|example| example.call.token == method)
}

/// The recorded resource.
pub(super) fn recorded(state: Option<&State>) -> Option<Receiver> {
    state.map(|state| Receiver::Given {
        id: Some(state.id.clone()),
        outputs: state.shown_outputs(),
    })
}

/// The behaviours that a case may skip for its methods.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    MethodBehaviour::ALL.into_iter().map(MethodBehaviour::name)
}

/// The token of a method that is called by its name, or by a token.
fn method_token(of: &str, method: &str) -> String {
    if method.contains('/') {
        method.to_owned()
    } else {
        format!("{of}/{method}")
    }
}

/// A method as a program sees its arguments.
fn without_self(method: &FunctionSchema) -> FunctionSchema {
    let mut method = method.clone();
    method.inputs.properties.remove(SELF);
    method.inputs.required.remove(SELF);
    method
}
