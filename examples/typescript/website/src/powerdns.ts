/**
 * Resources of the package `powerdns` 0.1.0, as children of component resources.
 *
 * Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
 */

import { resourceType, type Input } from "pulumi-wasm-provider";

/** The records of one name and one type. */
export const RecordSet = resourceType<RecordSetInputs, RecordSetOutputs>("powerdns:index:RecordSet");

/** The inputs of {@link RecordSet}. */
export type RecordSetInputs = {
  /** Comments for the people who look after the zone. They are not visible in DNS. */
  readonly comments?: Input<readonly Comment[] | undefined>;
  /** Whether the server keeps the records without answering with them. */
  readonly disabled?: Input<boolean | undefined>;
  /** The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its end may be left out. */
  readonly name: Input<string>;
  /** The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.` in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut into strings: `"one" "two"`. The order of the records means nothing. */
  readonly records: Input<readonly string[]>;
  /** For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8). */
  readonly ttl?: Input<number | undefined>;
  /** The type of the records, such as `A`, `MX` or `TXT`. */
  readonly type: Input<string>;
  /** The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out. */
  readonly zone: Input<string>;
};

/** The outputs of {@link RecordSet}, beside `id` and `urn`. */
export type RecordSetOutputs = {
  /** Comments for the people who look after the zone. They are not visible in DNS. */
  readonly comments: readonly Comment[] | undefined;
  /** Whether the server keeps the records without answering with them. */
  readonly disabled: boolean;
  /** The full domain name that has the records, such as `www.example.org.`, or the zone's own name. The dot at its end may be left out. */
  readonly name: string;
  /** The records' contents, one entry each, as in a zone file: `192.0.2.1` in an `A` record, `10 mail.example.org.` in an `MX` record. The text of a `TXT` record is written without quotation marks, unless it matters how it is cut into strings: `"one" "two"`. The order of the records means nothing. */
  readonly records: readonly string[];
  /** For how many seconds the records may be cached, at most 2147483647 (RFC 2181, section 8). */
  readonly ttl: number;
  /** The type of the records, such as `A`, `MX` or `TXT`. */
  readonly type: string;
  /** The domain name of the zone, as the `name` of a `Zone` has it. The dot at its end may be left out. */
  readonly zone: string;
};

/** A zone that the server answers for. */
export const Zone = resourceType<ZoneInputs, ZoneOutputs>("powerdns:index:Zone");

/** The inputs of {@link Zone}. */
export type ZoneInputs = {
  /** Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care. */
  readonly account?: Input<string | undefined>;
  /** Where the records come from, and whether other servers are told about changes. */
  readonly kind?: Input<"Native" | "Master" | "Slave" | "Producer" | "Consumer" | undefined>;
  /** The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`. */
  readonly masters?: Input<readonly string[] | undefined>;
  /** [Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone. */
  readonly metadata?: Input<{ readonly [name: string]: readonly string[] } | undefined>;
  /** The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one is deleted. */
  readonly name: Input<string>;
  /** The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get theirs from their primary. */
  readonly nameservers?: Input<readonly string[] | undefined>;
};

/** The outputs of {@link Zone}, beside `id` and `urn`. */
export type ZoneOutputs = {
  /** Whom the zone belongs to, for people and for tools in front of the server. The server itself does not care. */
  readonly account: string | undefined;
  /** Where the records come from, and whether other servers are told about changes. */
  readonly kind: "Native" | "Master" | "Slave" | "Producer" | "Consumer";
  /** The addresses of the servers that a zone of the kind `Slave` or `Consumer` is copied from, each with a port where that is not 53: `192.0.2.1`, `[2001:db8::1]:5300`. */
  readonly masters: readonly string[] | undefined;
  /** [Metadata](https://doc.powerdns.com/authoritative/domainmetadata.html) of the zone by kind, such as `ALLOW-AXFR-FROM` or `ALSO-NOTIFY`. Kinds that are not mentioned are left alone. */
  readonly metadata: { readonly [name: string]: readonly string[] } | undefined;
  /** The domain name of the zone. The dot at its end may be left out. Another name makes another zone: the old one is deleted. */
  readonly name: string;
  /** The names of the servers that answer for the zone: its NS records. Where this is left out, the zone's NS records are left alone, so that a `RecordSet` can have them. Zones of the kinds `Slave` and `Consumer` get theirs from their primary. */
  readonly nameservers: readonly string[] | undefined;
  /** The serial number in the zone's SOA record when it was last looked at. Each change of a record raises it. */
  readonly serial: number;
  /** Where the zone is in the server's API. */
  readonly url: string;
};

/** A comment on a record set. */
export type Comment = {
  /** The author of the comment. */
  readonly account?: string | null | undefined;
  /** The text of the comment. */
  readonly content: string;
};
