"""Takes an inline program through steps with Pulumi's automation API, and tells what came of each.

    life.py PROGRAM STEPS

PROGRAM is a module with a function `program`. STEPS is JSON: a list of `{"do": ..., "record": FILE}`, where `do` is
preview, up, refresh or destroy; or `{"set": KEY, "value": TEXT, "secret": BOOLEAN}` for the stack's configuration.
The variable SECRETS_PROVIDER names the provider of the stack's secrets.
Standard output is JSON: for each step that does something its changes, text, and whether it failed; for an up also the
stack's outputs.
"""

import importlib
import json
import os
import sys

from pulumi import automation


def main(module: str, steps: str) -> None:
    program = importlib.import_module(module).program
    stack = automation.create_or_select_stack(
        stack_name="dev",
        project_name="life",
        program=program,
        work_dir=os.getcwd(),
        opts=automation.LocalWorkspaceOptions(secrets_provider=os.environ["SECRETS_PROVIDER"]),
    )
    report = []
    for step in json.loads(steps):
        if "set" in step:
            value = automation.ConfigValue(step["value"], secret=step["secret"])
            stack.set_config(step["set"], value)
        else:
            stack.workspace.env_vars["PULUMI_DEBUG_GRPC"] = step["record"]
            report.append(take(stack, step["do"]))
    print(json.dumps(report))


def take(stack: automation.Stack, step: str) -> dict:
    said: list[str] = []
    outputs: dict = {}
    try:
        if step == "preview":
            changes = stack.preview(on_output=said.append, color="never").change_summary
        else:
            result = getattr(stack, step)(on_output=said.append, color="never")
            changes = result.summary.resource_changes
            outputs = getattr(result, "outputs", {})
    except automation.CommandError as error:
        return {"failed": True, "changes": {}, "outputs": {}, "said": str(error)}
    outputs = {
        name: {"value": output.value, "secret": output.secret} for name, output in outputs.items()
    }
    changes = {str(getattr(kind, "value", kind)): count for kind, count in (changes or {}).items()}
    return {"failed": False, "changes": changes, "outputs": outputs, "said": "\n".join(said)}


if __name__ == "__main__":
    main(*sys.argv[1:])
