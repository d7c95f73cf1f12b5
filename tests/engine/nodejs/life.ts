// Takes an inline program through steps with Pulumi's automation API, and tells what came of each.
//
//     life.js PROGRAM STEPS
//
// The arguments and the report are the same as in life.py.
import { automation } from "@pulumi/pulumi";

interface Step {
    do?: "preview" | "up" | "refresh" | "destroy";
    record?: string;
    set?: string;
    value?: string;
    secret?: boolean;
}

async function main(module: string, steps: Step[]) {
    const { program } = await import(`./${module}.js`);
    const stack = await automation.LocalWorkspace.createOrSelectStack(
        { stackName: "dev", projectName: "life", program },
        { workDir: process.cwd(), secretsProvider: process.env.SECRETS_PROVIDER },
    );
    const report = [];
    for (const step of steps) {
        if (step.set !== undefined) {
            await stack.setConfig(step.set, { value: step.value ?? "", secret: step.secret });
        } else if (step.do !== undefined) {
            stack.workspace.envVars = { ...stack.workspace.envVars, PULUMI_DEBUG_GRPC: step.record ?? "" };
            report.push(await take(stack, step.do));
        }
    }
    console.log(JSON.stringify(report));
}

async function take(stack: automation.Stack, step: NonNullable<Step["do"]>) {
    let said = "";
    const options = { onOutput: (text: string) => { said += text; }, color: "never" as const };
    try {
        if (step === "preview") {
            const changes = (await stack.preview(options)).changeSummary;
            return { failed: false, changes, outputs: {}, said };
        }
        const result = await stack[step](options);
        const outputs = "outputs" in result ? result.outputs : {};
        return { failed: false, changes: result.summary.resourceChanges ?? {}, outputs, said };
    } catch (error) {
        return { failed: true, changes: {}, outputs: {}, said: String(error) };
    }
}

void main(process.argv[2], JSON.parse(process.argv[3]));
