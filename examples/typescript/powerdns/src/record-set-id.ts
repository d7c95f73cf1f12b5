/** The id of a record set: `zone/name/type`. */

import { DomainName, Unacceptable } from "./name.js";

/** The parts that tell one record set from all others of a server. */
export class RecordSetId {
  constructor(
    readonly zone: DomainName,
    readonly name: DomainName,
    readonly type: string,
  ) {}

  /** Puts the parts together, as the inputs have them. */
  static of(inputs: { zone: string; name: string; type: string }): RecordSetId {
    return new RecordSetId(DomainName.parse(inputs.zone), DomainName.parse(inputs.name), inputs.type.toUpperCase());
  }

  /**
   * Parses an id, which the provider made or a person wrote.
   *
   * Names may contain slashes, such as names of reverse zones for a part of a network: `0/25.2.0.192.in-addr.arpa`. The name
   * after the right slash lies inside the zone before the slash.
   */
  static parse(id: string): RecordSetId {
    const last = id.lastIndexOf("/");
    if (last >= 0) {
      const type = canonicalType(id.slice(last + 1));
      const names = id.slice(0, last);
      for (let slash = names.indexOf("/"); slash >= 0; slash = names.indexOf("/", slash + 1)) {
        const zone = parsed(names.slice(0, slash));
        const name = parsed(names.slice(slash + 1));
        if (zone !== undefined && name?.isWithin(zone)) return new RecordSetId(zone, name, type);
      }
    }
    throw new Unacceptable(`\`${id}\` is not the id of a record set, such as \`example.org./www.example.org./A\``);
  }

  toString(): string {
    return `${this.zone}/${this.name}/${this.type}`;
  }
}

function parsed(name: string): DomainName | undefined {
  try {
    return DomainName.parse(name);
  } catch {
    return undefined;
  }
}

/** The canonical spelling of a record type. */
export function canonicalType(text: string): string {
  if (!/^[A-Za-z\d]+$/.test(text)) throw new Unacceptable(`\`${text}\` is not a record type, such as \`A\` or \`MX\``);
  const type = text.toUpperCase();
  if (type === "SOA") {
    throw new Unacceptable("the SOA record belongs to the server, which counts the zone's changes in it");
  }
  return type;
}
