/** Finding what exists. */

import { resource, string } from "pulumi-wasm-provider";

const known = ["art-1", "art-2", "law-1", "law-2", "law-3"];

/** Holds books. */
export const Shelf = resource("Shelf", {
  inputs: {
    /** Its label. */
    label: string(),
  },
  query: {
    /** How the ids begin. */
    prefix: string().optional(),
  },
  create: () => ({ id: "shelf" }),
  /** Two on each page. */
  list({ query: { prefix = "" }, continuationToken }) {
    const found = known.filter((id) => id.startsWith(prefix));
    const from = Number(continuationToken ?? 0);
    const resources = found.slice(from, from + 2).map((id) => ({ id, name: `Shelf ${id}` }));
    return from + 2 < found.length ? { resources, continuationToken: String(from + 2) } : { resources };
  },
});
