//! The rules of a case that its format does not express.

use anyhow::bail;

use super::format::{Case, Expect, Step};
use super::prepared::needed;

/// Checks rules that the format does not express.
pub(super) fn judge(case: &Case) -> anyhow::Result<()> {
    if case.construct.is_some() {
        judge_component(case)?;
        return needed(&case.resources).map(drop);
    }
    let children = case.expectations().any(|expect| expect.children.is_some());
    let calls = case.steps.iter().any(|step| step.call.is_some());
    if (children || !case.mocks.is_empty()) && !calls {
        bail!(
            "`mocks` and `children` are for component resources\nhint: `construct: Website` names one, in the place of `type` and `function`"
        );
    }
    match (&case.resource, &case.function) {
        (None, None) => bail!(
            "`type`, `construct` and `function` are all missing\nhint: `type: Greeting` names a resource, `construct: Website` a component, `function: lookUp` a function"
        ),
        (Some(_), Some(_)) => {
            bail!("the case has both `type` and `function`\nhint: write two cases")
        }
        (Some(_), None) if case.arguments.is_some() => {
            bail!("`arguments` are for functions\nhint: a resource has `inputs`");
        }
        (None, Some(_)) if case.inputs.is_some() || !case.steps.is_empty() => {
            bail!("`inputs` and `steps` are for resources\nhint: a function has `arguments`");
        }
        (Some(_), None) if case.inputs.is_none() && case.steps.is_empty() => {
            bail!(
                "`inputs` and `steps` are both missing\nhint: `inputs:` are the inputs of the resource"
            );
        }
        (Some(_), None) if case.inputs.is_none() && case.expect.is_some() => {
            bail!(
                "`expect` without `inputs`\nhint: move `expect` into the step whose result it describes"
            );
        }
        _ => {}
    }
    needed(&case.resources)?;
    for (place, step) in case.steps.iter().enumerate() {
        let verbs = [
            step.up.is_some(),
            step.preview.is_some(),
            step.check.is_some(),
            step.import.is_some(),
            step.refresh.is_some(),
            step.delete.is_some(),
            step.call.is_some(),
        ];
        if verbs.into_iter().filter(|is_there| *is_there).count() != 1 {
            bail!(
                "step {} needs exactly one of `up`, `preview`, `check`, `import`, `refresh`, `delete`, `call`",
                place + 1
            );
        }
        step.judge_call(place)?;
    }
    Ok(())
}

/// The rules for a component.
fn judge_component(case: &Case) -> anyhow::Result<()> {
    if case.resource.is_some() || case.function.is_some() {
        bail!("the case has `construct` beside `type` or `function`\nhint: write two cases");
    }
    if case.arguments.is_some() || case.state.is_some() || case.import_id.is_some() {
        bail!(
            "`arguments`, `state` and `import-id` are not for components\nhint: a component has `inputs`"
        );
    }
    if case
        .expect
        .as_ref()
        .is_some_and(|expect| expect.result.is_some())
    {
        bail!(
            "`result` is not for components\nhint: a component has `outputs`; `call: METHOD` in a step has a `result`"
        );
    }
    if case.expect.is_some() && case.inputs.is_none() {
        bail!(
            "`expect` without `inputs`\nhint: write `inputs: {{}}` for a component that needs no input"
        );
    }
    if case.inputs.is_none() && case.steps.is_empty() {
        bail!(
            "`inputs` and `steps` are both missing\nhint: `inputs:` are the inputs of the component"
        );
    }
    for (place, step) in case.steps.iter().enumerate() {
        let verbs = [
            step.up.is_some(),
            step.preview.is_some(),
            step.call.is_some(),
        ];
        let count = verbs.into_iter().filter(|is_there| *is_there).count();
        if count != 1 || step.is_of_a_life() {
            bail!(
                "step {} of a component needs exactly one of `up`, `preview` and `call`\nhint: write `up: INPUTS`, `preview: INPUTS`, or `call: METHOD`",
                place + 1
            );
        }
        step.judge_call(place)?;
    }
    let mut expectations = case.expectations();
    if expectations.any(Expect::is_of_a_life) {
        bail!(
            "`does`, `changes`, `id`, `drift` and `gone` are not for components\nhint: a component has `children`, `outputs`, `error`, `failures` and `messages`"
        );
    }
    Ok(())
}

impl Step {
    /// Judges the keys that only a call of a method has.
    fn judge_call(&self, place: usize) -> anyhow::Result<()> {
        let step = place + 1;
        let of_a_call = [
            ("arguments", self.arguments.is_some()),
            ("during", self.during.is_some()),
            ("on", self.on.is_some()),
        ];
        let given = of_a_call.into_iter().find(|(_, is_given)| *is_given);
        let expect = self.expect.as_ref();
        match (&self.call, given) {
            (None, Some((key, _))) => {
                bail!(
                    "`{key}` of step {step} is for calls of methods\nhint: `call: METHOD` calls one"
                )
            }
            (None, None) if expect.is_some_and(|expect| expect.result.is_some()) => bail!(
                "`result` of step {step} is for calls of methods\nhint: a resource has `outputs`"
            ),
            (Some(_), _) if expect.is_some_and(Expect::is_of_a_resource) => bail!(
                "`expect` of step {step} has keys of a resource\nhint: a method has `result`, `children`, `error`, `failures` and `messages`"
            ),
            _ => Ok(()),
        }
    }

    /// Whether the rule applies only to custom resources.
    fn is_of_a_life(&self) -> bool {
        let verbs = [
            self.of.is_some(),
            self.check.is_some(),
            self.import.is_some(),
            self.refresh.is_some(),
            self.delete.is_some(),
        ];
        verbs.contains(&true)
    }
}

impl Expect {
    /// Whether the rule applies to resources and not to methods.
    fn is_of_a_resource(&self) -> bool {
        self.is_of_a_life() || self.inputs.is_some() || self.outputs.is_some()
    }

    /// Whether the rule applies only to custom resources.
    fn is_of_a_life(&self) -> bool {
        let keys = [
            self.does.is_some(),
            self.changes.is_some(),
            self.id.is_some(),
            self.drift.is_some(),
            self.gone.is_some(),
        ];
        keys.contains(&true)
    }
}
