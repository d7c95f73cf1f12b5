/** The resource `RecordSet`. */

import {
  AlreadyExistsError,
  array,
  boolean,
  type Infer,
  integer,
  InvalidError,
  isKnown,
  NotFoundError,
  resource,
  string,
} from "pulumi-wasm-provider";

import { Api } from "./api.js";
import { distinct, domainName, eachSpelled, spelled } from "./check.js";
import { canonical, sameRecords } from "./content.js";
import type { RecordSetAnswer } from "./model.js";
import { DomainName, Unacceptable } from "./name.js";
import { canonicalType, RecordSetId } from "./record-set-id.js";
import { Comment, commentsToSend, current, recordsToSend } from "./records.js";

const inputs = {
  /** The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out. */
  zone: string().replace(),
  /**
   * The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its
   * end may be left out.
   */
  name: string().replace(),
  /** The type of the records, such as `A`, `MX` or `TXT`. */
  type: string().replace(),
  /** For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8). */
  ttl: integer().default(3600).lte(2_147_483_647),
  /**
   * The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.`
   * in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut
   * into strings: `"one" "two"`. The order of the records means nothing.
   */
  records: array(string()).minItems(1),
  /** Comments for the people who look after the zone. They are not visible in DNS. */
  comments: array(Comment).compare("empty", "set").optional(),
  /** Whether the server keeps the records without answering with them. */
  disabled: boolean().default(false),
};

type Inputs = Infer<typeof inputs>;

/**
 * The records of one name and one type.
 *
 * A record set is managed as a whole: records that others add to it show up as changes, and go with the next update.
 * To manage one that exists, import it by its zone, name and type, with a resource option:
 *
 * ```yaml
 * options: { import: example.org./www.example.org./A }
 * ```
 */
export const RecordSet = resource("RecordSet", {
  inputs,
  importId: "{zone}/{name}/{type}",

  check({ inputs }, cx) {
    inputs.zone = spelled(inputs.zone, "zone", cx, domainName);
    inputs.name = spelled(inputs.name, "name", cx, domainName);
    inputs.type = spelled(inputs.type, "type", cx, canonicalType);
    const { zone: zoneText, name: nameText, type } = inputs;
    const zone = typeof zoneText === "string" ? parsed(zoneText) : undefined;
    const name = typeof nameText === "string" ? parsed(nameText) : undefined;
    if (zone !== undefined && name !== undefined && !name.isWithin(zone)) {
      const full = name.toString() === "@." ? zone.toString() : `${name}${zone}`;
      cx.fail("name", `\`${name}\` is not in the zone \`${zone}\`: names are written in full, as \`${full}\``);
    }
    if (typeof type !== "string") return;
    inputs.records = eachSpelled(inputs.records, "records", cx, (text) => canonical(type, text));
    if (isKnown(inputs.records)) {
      distinct(inputs.records, "records", cx, (one, other) => sameRecords(type, [one], [other]));
    }
  },

  diff(diff) {
    const { oldInputs: old, inputs } = diff;
    if (typeof old.type !== "string" || typeof inputs.type !== "string") return;
    const isReordered =
      isKnown(old.records) && isKnown(inputs.records) && sameRecords(inputs.type, old.records, inputs.records);
    // Two of the same name and type cannot exist: one that the user asked to replace is deleted first.
    const isInTheWay = old.zone === inputs.zone && old.name === inputs.name && old.type === inputs.type;
    // A name with a CNAME cannot have other records: the new ones have to wait for the end of the old ones.
    const excludes = old.type !== inputs.type && [old.type, inputs.type].includes("CNAME");
    if (isReordered) diff.ignore("records");
    if (excludes || isInTheWay) diff.deleteBeforeReplace = true;
  },

  create({ inputs }, cx) {
    const api = new Api(cx);
    const id = RecordSetId.of(inputs);
    // The server has no request that only adds a record set: an existing one would be overwritten.
    if (api.recordSet(id.zone, id.name, id.type) !== undefined) {
      throw new AlreadyExistsError(
        `the zone ${id.zone} has ${id.type} records of the name ${id.name} already; to manage them from here, ` +
          `give \`${cx.name}\` the resource option \`import: ${id}\` for one \`pulumi up\``,
      );
    }
    write(api, id, inputs);
    return { id: id.toString() };
  },

  read({ id, old }, cx) {
    const { zone, name, type } = imported(id);
    let found: RecordSetAnswer | undefined;
    try {
      found = new Api(cx).recordSet(zone, name, type);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
    if (found === undefined) return undefined;
    const { ttl, contents, comments, disabled, leftOut } = current(type, found, old?.records ?? [], old?.comments ?? []);
    const whole = `${zone}/${name}/${type}`;
    if (leftOut > 0) {
      cx.warn(
        `${leftOut} of the records of ${whole} are disabled, unlike the others; they are not shown here, and the next ` +
          "change of the record set removes them",
      );
    }
    return {
      id: whole,
      state: {
        zone: zone.toString(),
        name: name.toString(),
        type,
        ttl,
        records: [...contents],
        comments: comments.length > 0 ? [...comments] : undefined,
        disabled,
      },
    };
  },

  update({ id, inputs }, cx) {
    write(new Api(cx), RecordSetId.parse(id), inputs);
    return {};
  },

  delete({ id }, cx) {
    const { zone, name, type } = RecordSetId.parse(id);
    // If even the zone is gone, this is a `NotFoundError`, which counts as done.
    new Api(cx).changeRecords(zone, { changetype: "DELETE", name: name.toString(), type });
  },
});

/** Makes these the records, in place of all earlier ones. */
function write(api: Api, id: RecordSetId, inputs: Inputs): void {
  api.changeRecords(id.zone, {
    changetype: "REPLACE",
    name: id.name.toString(),
    type: id.type,
    ttl: inputs.ttl,
    records: recordsToSend(id.type, inputs.records, inputs.disabled),
    comments: commentsToSend(inputs.comments ?? []),
  });
}

function parsed(name: string): DomainName | undefined {
  try {
    return DomainName.parse(name);
  } catch {
    return undefined;
  }
}

/** An id that a person may have written. */
function imported(id: string): RecordSetId {
  try {
    return RecordSetId.parse(id);
  } catch (error) {
    if (error instanceof Unacceptable) throw new InvalidError("", error.message);
    throw error;
  }
}
