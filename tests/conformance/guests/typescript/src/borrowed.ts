/** Requests by libraries that do not know about components. */

import { integer, resource, settle, string } from "pulumi-wasm-provider";

const HEADERS = { "content-type": "application/json", "x-question": "what" };

/** Is what a server says to a library. */
export const Borrowed = resource("Borrowed", {
  inputs: {
    /** The address. */
    url: string(),
    /** Which library of the language sends. */
    library: integer(),
    /** A text to send. */
    body: string(),
  },
  outputs: {
    /** The answer's status. */
    status: integer(),
    /** The answer's text. */
    answer: string(),
  },
  create: ({ inputs: { url, library, body } }) => ({ id: "borrowed", outputs: settle(fetched(url, library, body)) }),
});

async function fetched(url: string, library: number, body: string): Promise<{ status: number; answer: string }> {
  const init = { method: "PUT", body, headers: HEADERS };
  const response = await (library === 0 ? fetch(url, init) : fetch(new Request(url, init), { signal: AbortSignal.timeout(30_000) }));
  if (library !== 2) return { status: response.status, answer: await response.text() };
  // As libraries do that wait between attempts.
  await new Promise((resolve) => setTimeout(resolve, 1));
  return { status: response.status, answer: new TextDecoder().decode(await response.arrayBuffer()) };
}
