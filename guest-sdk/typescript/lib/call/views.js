/** Parts of a resource that Pulumi shows as separate resources. */
import { UnsupportedError } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { anything } from "../property/kinds.js";
import { print } from "../value/print.js";
/** Shows the steps. Returns false if the engine does not show views: the resource acts the same. */
export function publish(steps, preview) {
    const mode = preview ? "preview" : "plain";
    const write = (view) => view && {
        token: text(view.token),
        name: text(view.name),
        parentToken: text(view.parent?.token ?? ""),
        parentName: text(view.parent?.name ?? ""),
        inputs: print(anything(view.inputs ?? {}, "", mode)),
        outputs: print(anything(view.outputs ?? {}, "", mode)),
        extra: NO_EXTRA,
    };
    const written = steps.map((step) => ({
        operation: step.operation,
        old: write(step.old),
        new: write(step.new),
        failure: step.failure === undefined ? undefined : text(step.failure),
        extra: NO_EXTRA,
    }));
    try {
        ask("views", (host) => host.views.publish(written));
        return true;
    }
    catch (error) {
        if (error instanceof UnsupportedError)
            return false;
        throw error;
    }
}
/** The part as last published. */
export function readView(view) {
    const parent = view.parentToken === "" ? {} : { parent: { token: view.parentToken, name: view.parentName } };
    const inputs = JSON.parse(view.inputs);
    return { token: view.token, name: view.name, ...parent, inputs, outputs: JSON.parse(view.outputs) };
}
