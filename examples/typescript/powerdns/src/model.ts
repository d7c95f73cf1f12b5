/** The parts of the API's requests and responses that this provider uses. */

import { array, boolean, integer, object, string, type TypeOf } from "pulumi-wasm-provider";

import { ZoneKind } from "./kind.js";

/** One record of a record set. */
const recordEntry = { content: string(), disabled: boolean().optional() };
export const RecordEntry = object(recordEntry);
export type RecordEntry = TypeOf<typeof RecordEntry>;

/** A record that a search found. */
export const FoundRecord = object({ ...recordEntry, zone: string(), name: string(), type: string(), ttl: integer() });

/** A comment of a record set. The server insists on an account, and takes an empty one. */
export const CommentEntry = object({ content: string(), account: string().optional() });
export type CommentEntry = TypeOf<typeof CommentEntry>;

/** The records of one name and type, as the server describes them. */
export const RecordSetAnswer = object({
  name: string(),
  type: string(),
  ttl: integer().optional(),
  records: array(RecordEntry).optional(),
  comments: array(CommentEntry).optional(),
});
export type RecordSetAnswer = TypeOf<typeof RecordSetAnswer>;

/** A zone as the server describes it. It has record sets if the request asked for them. */
export const ZoneAnswer = object({
  kind: ZoneKind,
  account: string().optional(),
  masters: array(string()).optional(),
  serial: integer().optional(),
  dnssec: boolean().optional(),
  url: string(),
  rrsets: array(RecordSetAnswer).optional(),
});
export type ZoneAnswer = TypeOf<typeof ZoneAnswer>;

/** All values of one kind of a zone's metadata. */
export const MetadataEntry = object({ kind: string(), metadata: array(string()) });
export type MetadataEntry = TypeOf<typeof MetadataEntry>;

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
