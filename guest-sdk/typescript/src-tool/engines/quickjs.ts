/** Components with QuickJS: small, and quick to start. */

import { componentize } from "componentize-qjs";

import type { World } from "../bundle.js";
import { LoadError } from "../mistake.js";

export async function quickjs(code: string, wit: string, world: World): Promise<Uint8Array> {
  try {
    // WASI stays, so that time and randomness are the host's: stubs would freeze them.
    const { component } = await componentize({ witPath: wit, world, jsSource: code, sync: true, stubWasi: false });
    return component;
  } catch (error) {
    throw loadError(error instanceof Error ? error.message : String(error));
  }
}

/** Its output ends with the exception's message and stack, as V8 would print them. */
function loadError(text: string): LoadError {
  const said = text.replace(/^[^]*JavaScript module(?: evaluation)?: /, "").replace(/^Error: /, "");
  const [message = said, ...frames] = said.split(/\n(?=\s+at )/);
  const places = frames.flatMap((frame) => {
    const [, line, column] = /:(\d+):(\d+)\)?\s*$/.exec(frame) ?? [];
    return line === undefined ? [] : [[Number(line), Number(column)] as const];
  });
  return new LoadError(message, places);
}
