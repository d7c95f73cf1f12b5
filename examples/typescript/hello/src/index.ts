/** Greets people: the smallest provider that does something. */

import { provider, resource, string } from "pulumi-wasm-provider";

/** A greeting for somebody. */
const Greeting = resource("Greeting", {
  inputs: {
    /** The name to greet. */
    name: string(),
    /** How the greeting begins. */
    salutation: string().default("Hello"),
  },
  outputs: {
    /** The finished greeting. */
    message: string(),
  },
  create({ inputs }, cx) {
    cx.info(`greeting ${inputs.name}`);
    return { id: inputs.name, outputs: { message: `${inputs.salutation}, ${inputs.name}!` } };
  },
});

export default provider({ resources: [Greeting] });
