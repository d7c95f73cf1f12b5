/** A component of a bundle. */
import { componentize } from "componentize-qjs";
import { Mistakes } from "./mistake.js";
/** Makes a component for QuickJS, with the state that it has once its modules are loaded. */
export async function component({ code, original }, wit) {
    try {
        // WASI stays, so that time and randomness are the host's: stubs would freeze them.
        const { component: bytes } = await componentize({ witPath: wit, world: "provider", jsSource: code, sync: true, stubWasi: false });
        return bytes;
    }
    catch (error) {
        throw new Mistakes([mistakeOf(error, original)]);
    }
}
/** What the module threw while it was loaded, where the author wrote it, or else in which library. */
function mistakeOf(error, original) {
    const text = error instanceof Error ? error.message : String(error);
    const said = text.replace(/^[^]*JavaScript module(?: evaluation)?: /, "").replace(/^Error: /, "");
    const [message = said, ...frames] = said.split(/\n(?=\s+at )/);
    const places = frames.flatMap((frame) => {
        const [, line, column] = /:(\d+):(\d+)\)?\s*$/.exec(frame) ?? [];
        const place = line === undefined ? undefined : original(Number(line), Number(column));
        return place === undefined ? [] : [place];
    });
    const [told = message, hint] = message.trim().split("\nhint: ");
    const place = places.find(({ isOwn }) => isOwn) ?? places[0];
    return {
        ...(place === undefined ? {} : { file: place.file, line: place.line }),
        message: `while the module was loaded: ${told}`,
        hint: hint ?? "modules are loaded once, when the provider is built; what talks to the outside has to wait for a hook",
    };
}
