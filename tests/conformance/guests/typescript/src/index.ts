/** Serves the cases of `tests/conformance`: each resource uses another part of the SDK. */

import { provider } from "pulumi-wasm-provider";

import { Bare, Exclusive } from "./bare.js";
import { Borrowed } from "./borrowed.js";
import { Checked } from "./checked.js";
import { Checkpointed } from "./checkpointed.js";
import { Choices } from "./choices.js";
import { Compared } from "./compared.js";
import { Defaults } from "./defaults.js";
import { Drifting } from "./drifting.js";
import { Failing } from "./failing.js";
import { Fetching } from "./fetching.js";
import { Files } from "./files.js";
import { conceal, configured, echo, fail, greet, send } from "./functions.js";
import { HalfMade } from "./half-made.js";
import { Hidden } from "./hidden.js";
import { Located } from "./located.js";
import { Migrated } from "./migrated.js";
import { Moment } from "./moment.js";
import { Named } from "./named.js";
import { Overflowing } from "./overflowing.js";
import { Parts } from "./parts.js";
import { Pointer } from "./pointer.js";
import { Previewed, Promising } from "./previewed.js";
import { Constrained, Ruled } from "./ruled.js";
import { Settings } from "./settings.js";
import { Sharing } from "./sharing.js";
import { Shelf } from "./shelf.js";
import { Talking } from "./talking.js";
import { Values } from "./values.js";
import { Waiting } from "./waiting.js";

export default provider({
  config: Settings,
  resources: [
    Bare,
    Borrowed,
    Checked,
    Checkpointed,
    Choices,
    Compared,
    Constrained,
    Defaults,
    Drifting,
    Exclusive,
    Failing,
    Fetching,
    Files,
    HalfMade,
    Hidden,
    Located,
    Migrated,
    Moment,
    Named,
    Overflowing,
    Parts,
    Pointer,
    Previewed,
    Promising,
    Ruled,
    Sharing,
    Shelf,
    Talking,
    Values,
    Waiting,
  ],
  functions: [conceal, configured, echo, fail, greet, send],
  net: [{ host: Settings.ref("serverUrl"), reason: "the server of a case" }],
});
