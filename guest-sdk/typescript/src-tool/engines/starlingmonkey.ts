/** Components with StarlingMonkey, which is Firefox's engine: larger, and with more of the web's interfaces. */

import type { World } from "../bundle.js";
import { LoadError, Mistakes } from "../mistake.js";

const PACKAGE = "@bytecodealliance/componentize-js";
/** The release that this tool is made for. */
const VERSION = "0.23.0";
/** Projects add these. componentize-js uses the second one silently, and would find any version of it, or fail. */
const DEPENDENCIES = `"devDependencies": { "${PACKAGE}": "${VERSION}", "@bytecodealliance/preview2-shim": "0.25.0" }`;
/** The name of the bundle in stacks. */
const NAME = "provider.js";
const PLACE = /\bprovider\.js:(\d+):(\d+) ?/g;

/** The functions of the package that the build uses. It is large, so only projects with this engine have it. */
interface ComponentizeJs {
  readonly version: string;
  componentize(
    source: string,
    options: { witPath: string; worldName: string; sourceName: string; disableFeatures: readonly string[] },
  ): Promise<{ component: Uint8Array }>;
}

export async function starlingmonkey(code: string, wit: string, world: World): Promise<Uint8Array> {
  const { componentize } = await load();
  try {
    const { component } = await componentize(code, {
      witPath: wit,
      worldName: world,
      sourceName: NAME,
      // `fetch` could not be awaited in a hook, and a provider gets no requests. Clocks, randomness and the text that
      // the engine prints when it dies are the host's.
      disableFeatures: ["http", "fetch-event"],
    });
    return component;
  } catch (error) {
    throw loadError(error instanceof Error ? error.message : String(error));
  }
}

async function load(): Promise<ComponentizeJs> {
  const hint = `add \`${DEPENDENCIES}\``;
  let found: ComponentizeJs;
  try {
    found = (await import(PACKAGE)) as ComponentizeJs;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Mistakes([{ file: "package.json", message: `the engine "starlingmonkey" comes with ${PACKAGE}, which is missing or incomplete`, hint }]);
  }
  if (found.version !== VERSION) {
    throw new Mistakes([{ file: "package.json", message: `the engine "starlingmonkey" comes with ${PACKAGE} ${VERSION}, and ${found.version} is installed`, hint }]);
  }
  return found;
}

/**
 * It prints the exception as `provider.js:LINE:COLUMN MESSAGE`, each further line of the message with the same place before
 * it, then for the promise of the module its stack, with lines such as `name@provider.js:LINE:COLUMN`.
 */
export function loadError(text: string): LoadError {
  const [, thrown = text] = /Exception while evaluating[^\n]*\n([^]*)/.exec(text) ?? [];
  const [first = thrown] = thrown.split(/\n(?:Additionally, some promises|Stack:)/);
  const message = first.replace(PLACE, "").replace(/^Error: /, "");
  const places = [...thrown.matchAll(PLACE)].map(([, line, column]) => [Number(line), Number(column)] as const);
  return new LoadError(message.trim(), places);
}
