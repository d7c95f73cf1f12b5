/** The bodies of the API's requests and answers, as far as this provider uses them. */

import type { ZoneKind } from "./kind.js";

/** A zone as the server describes it. */
export interface ZoneAnswer {
  kind: ZoneKind;
  account?: string;
  masters?: string[];
  serial?: number;
  dnssec?: boolean;
  url: string;
  /** Only where the request asked for record sets. */
  rrsets?: RecordSetAnswer[];
}

/** The settings of a zone that can be changed. */
export interface ZoneSettings {
  kind: ZoneKind;
  account: string;
  masters: readonly string[];
}

/** The request for a new zone. */
export interface NewZone extends ZoneSettings {
  name: string;
  nameservers: readonly string[];
}

/** All values of one kind of a zone's metadata. */
export interface MetadataEntry {
  kind: string;
  metadata: readonly string[];
}

/** The records of one name and type, as the server describes them. */
export interface RecordSetAnswer {
  name: string;
  type: string;
  ttl?: number;
  records?: RecordEntry[];
  comments?: CommentEntry[];
}

/** One record of a record set. */
export interface RecordEntry {
  content: string;
  disabled?: boolean;
}

/** A record that a search found. */
export interface FoundRecord extends RecordEntry {
  zone: string;
  name: string;
  type: string;
  ttl: number;
}

/** A comment of a record set. The server insists on an account, and takes an empty one. */
export interface CommentEntry {
  content: string;
  account?: string;
}

/** The change of the records of one name and type. */
export type RecordSetChange =
  | {
      /** These replace all records that were there before. */
      changetype: "REPLACE";
      name: string;
      type: string;
      ttl: number;
      records: RecordEntry[];
      /** Without it, the present comments stay. */
      comments?: CommentEntry[];
    }
  | {
      /** All records and comments go. */
      changetype: "DELETE";
      name: string;
      type: string;
    };
