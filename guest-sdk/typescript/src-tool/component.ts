/** A component of a bundle. */

import type { Bundle } from "./bundle.js";
import { LoadError, type Mistake, Mistakes } from "./mistake.js";
import type { Engine } from "./project.js";
import { quickjs } from "./engines/quickjs.js";
import { starlingmonkey } from "./engines/starlingmonkey.js";

/** Makes the component, with the state that the engine has once the modules are loaded. */
export async function component({ code, world, original }: Bundle, engine: Engine, wit: string): Promise<Uint8Array> {
  const make = { quickjs, starlingmonkey }[engine];
  try {
    return await make(code, wit, world);
  } catch (error) {
    if (error instanceof LoadError) throw new Mistakes([mistakeOf(error, original)]);
    throw error;
  }
}

/** The mistake at its place in the author's source, or with the name of its library. */
function mistakeOf({ message, frames }: LoadError, original: Bundle["original"]): Mistake {
  const places = frames.flatMap(([line, column]) => original(line, column) ?? []);
  const [told = message, hint] = message.trim().split("\nhint: ");
  const place = places.find(({ isOwn }) => isOwn) ?? places[0];
  return {
    ...(place === undefined ? {} : { file: place.file, line: place.line }),
    message: `while the module was loaded: ${told}`,
    hint: hint ?? "modules are loaded once, when the provider is built; code that needs the network has to run in a hook",
  };
}
