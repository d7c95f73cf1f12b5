/** The resource `Zone`. */

import {
  AlreadyExistsError,
  array,
  type Context,
  type Infer,
  integer,
  InvalidError,
  ProviderError,
  record,
  resource,
  string,
  UNKNOWN,
} from "pulumi-wasm-provider";

import { serverAddress } from "./address.js";
import { Api } from "./api.js";
import { domainName, eachSpelled, spelled } from "./check.js";
import { isCopied, ZoneKind } from "./kind.js";
import { markOf } from "./mark.js";
import { readMetadata, writeMetadata } from "./metadata.js";
import type { ZoneAnswer, ZoneSettings } from "./model.js";
import { DomainName, Unacceptable } from "./name.js";
import { readNameservers, writeNameservers } from "./nameservers.js";

const inputs = {
  /**
   * The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one
   * is deleted.
   */
  name: string().replace(),
  /** Where the records come from, and whether other servers are told about changes. */
  kind: ZoneKind.default("Native"),
  /**
   * The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS
   * records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get
   * theirs from their primary.
   */
  nameservers: array(string().compare("ignore-case", "trailing-dot")).compare("set").uniqueItems().optional(),
  /**
   * The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port
   * where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`.
   */
  masters: array(string()).compare("empty").optional(),
  /** Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care. */
  account: string().compare("empty").optional(),
  /**
   * [Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as
   * `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone.
   */
  metadata: record(array(string()).compare("set")).compare("empty").keyPattern("^[A-Z0-9-]+$").optional(),
};

type Inputs = Infer<typeof inputs>;

/**
 * A zone that the server answers for.
 *
 * Deleting the zone deletes all records in it, also those that other programs have put there; the resource option
 * `protect` keeps it from happening by accident. To manage a zone that exists, import it by its name, with a resource option:
 *
 * ```yaml
 * options: { import: example.org. }
 * ```
 */
export const Zone = resource("Zone", {
  inputs,
  outputs: {
    /** The serial number in the zone's SOA record when it was last looked at. Each change of a record raises it. */
    serial: integer(),
    /** Where the zone is in the server's API. */
    url: string().stable(),
  },

  check({ inputs }, cx) {
    inputs.name = spelled(inputs.name, "name", cx, domainName);
    inputs.nameservers = eachSpelled(inputs.nameservers, "nameservers", cx, domainName);
    inputs.masters = eachSpelled(inputs.masters, "masters", cx, serverAddress);
    if (Array.isArray(inputs.nameservers) && inputs.kind !== UNKNOWN && isCopied(inputs.kind as ZoneKind)) {
      // The server would refuse this only after it has made the zone.
      cx.fail("nameservers", "a zone of this kind gets its NS records from its primary");
    }
  },

  create({ inputs }, cx) {
    const api = new Api(cx);
    const name = DomainName.parse(inputs.name);
    const id = name.toString();
    const mark = markOf(cx.urn);
    const found = api.zone(name);
    if (found !== undefined) {
      if (found.account !== mark) {
        throw new AlreadyExistsError(
          `the server has a zone ${name} already; to manage it from here, give \`${cx.name}\` the resource ` +
            `option \`import: ${name}\` for one \`pulumi up\``,
        );
      }
      // Made by a create whose answer was lost.
      cx.checkpoint(id, outputsOf(found));
      return { id, outputs: complete(name, {}, inputs, cx) };
    }
    const settings = settingsOf(inputs);
    let answer: ZoneAnswer;
    try {
      answer = api.createZone(name, { ...settings, account: mark, name: id, nameservers: inputs.nameservers ?? [] });
    } catch (error) {
      // Another client was faster.
      if (error instanceof AlreadyExistsError) throw error;
      // The server makes a zone first and fills it then. When the second step fails, or the answer is lost, there is
      // a zone now that was not there before, and it must not be forgotten.
      const left = leftBehind(api, name);
      if (left !== undefined) cx.checkpoint(id, outputsOf(left));
      throw error;
    }
    cx.checkpoint(id, outputsOf(answer));
    api.changeZone(name, settings);
    if (inputs.metadata !== undefined) writeMetadata(api, name, {}, inputs.metadata);
    return { id, outputs: outputsOf(answer) };
  },

  resume({ id, old, inputs }, cx) {
    return { outputs: complete(DomainName.parse(id), old.metadata ?? {}, inputs, cx) };
  },

  read({ id, old }, cx) {
    const api = new Api(cx);
    const name = imported(id);
    const answer = api.zone(name);
    if (answer === undefined) return undefined;
    const masters = (answer.masters ?? []).map(spelledAddress);
    return {
      id: name.toString(),
      state: {
        name: name.toString(),
        kind: answer.kind,
        nameservers: isCopied(answer.kind) ? undefined : currentNameservers(api, name, old),
        masters: masters.length > 0 ? masters : undefined,
        account: answer.account || undefined,
        metadata: old?.metadata && readMetadata(api, name, old.metadata),
        ...outputsOf(answer),
      },
    };
  },

  update({ id, old, inputs }, cx) {
    return { outputs: complete(DomainName.parse(id), old.metadata ?? {}, inputs, cx) };
  },

  delete({ id }, cx) {
    new Api(cx).deleteZone(DomainName.parse(id));
  },
});

function settingsOf(inputs: Inputs): ZoneSettings {
  return { kind: inputs.kind, account: inputs.account ?? "", masters: inputs.masters ?? [] };
}

/** The facts that only the server has. */
function outputsOf({ serial = 0, url }: ZoneAnswer): { serial: number; url: string } {
  return { serial, url };
}

/** Makes a zone that is there what the inputs say. */
function complete(
  name: DomainName,
  oldMetadata: Record<string, readonly string[]>,
  inputs: Inputs,
  cx: Context,
): { serial: number; url: string } {
  const api = new Api(cx);
  api.changeZone(name, settingsOf(inputs));
  if (inputs.nameservers !== undefined) writeNameservers(api, name, inputs.nameservers);
  writeMetadata(api, name, oldMetadata, inputs.metadata ?? {});
  const answer = api.zone(name);
  if (answer === undefined) throw new ProviderError(`the zone ${name} has just vanished`);
  return outputsOf(answer);
}

/** The rest of a failed create that the server reports. */
function leftBehind(api: Api, name: DomainName): ZoneAnswer | undefined {
  try {
    return api.zone(name);
  } catch {
    return undefined;
  }
}

/** The zone's own NS records, unless they are not its business; in an import, those that are there. */
function currentNameservers(api: Api, name: DomainName, old: { nameservers?: string[] | undefined } | undefined): string[] | undefined {
  if (old === undefined) {
    const found = readNameservers(api, name, []);
    return found.length > 0 ? found : undefined;
  }
  return old.nameservers && readNameservers(api, name, old.nameservers);
}

function spelledAddress(text: string): string {
  try {
    return serverAddress(text);
  } catch {
    return text;
  }
}

/** An id that a person may have written. */
function imported(id: string): DomainName {
  try {
    return DomainName.parse(id);
  } catch (error) {
    if (error instanceof Unacceptable) throw new InvalidError("", error.message);
    throw error;
  }
}
