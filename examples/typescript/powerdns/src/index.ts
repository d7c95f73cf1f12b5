/**
 * Zones and record sets of a PowerDNS authoritative server, through its HTTP API.
 *
 * | module | what |
 * | --- | --- |
 * | `zone`, `record-set`, `get-zone` | the resources and the function that programs use |
 * | `nameservers`, `metadata`, `records`, `kind` | parts of zones and record sets |
 * | `mark` | finds a zone again whose create was interrupted |
 * | `config` | the configuration |
 * | `check`, `name`, `address`, `content`, `notation`, `record-set-id` | spellings: the sent form, and equal forms |
 * | `api`, `sending`, `model` | the server's API |
 */

import { provider } from "pulumi-wasm-provider";

import { Settings } from "./config.js";
import { getZone } from "./get-zone.js";
import { RecordSet } from "./record-set.js";
import { Zone } from "./zone.js";

export default provider({
  config: Settings,
  resources: [Zone, RecordSet],
  functions: [getZone],
  net: [{ host: Settings.ref("serverUrl"), required: true, reason: "the server that is managed" }],
  env: [{ name: "PDNS_API_KEY", required: false, reason: "the API key, where it is not configured" }],
});
