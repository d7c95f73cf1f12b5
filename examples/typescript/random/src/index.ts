/**
 * Random values that are made once and stay the same: the resources of Pulumi's `random` package.
 *
 * Tokens, properties, defaults, ids and import ids equal the package's, so a stack can switch to this component and keep
 * its resources. `generate` makes the values; each other module is one resource.
 */

import { provider } from "pulumi-wasm-provider";

import { RandomBytes } from "./bytes.js";
import { RandomId } from "./id.js";
import { RandomInteger } from "./integer.js";
import { RandomPassword } from "./password.js";
import { RandomPet } from "./pet.js";
import { RandomShuffle } from "./shuffle.js";
import { RandomString } from "./string.js";
import { RandomUuid, RandomUuid4, RandomUuid7 } from "./uuid.js";

export default provider({
  resources: [
    RandomBytes,
    RandomId,
    RandomInteger,
    RandomPassword,
    RandomPet,
    RandomShuffle,
    RandomString,
    RandomUuid,
    RandomUuid4,
    RandomUuid7,
  ],
});
