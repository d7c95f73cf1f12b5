/**
 * The API's operations, one function each.
 *
 * A status alone does not prove that something is gone: a wrong server id or a proxy's own page are 404 as well. So
 * before a zone counts as missing, the server is asked for the list of zones of that name, which must be empty.
 */

import { array, type Context, json, NotFoundError, type Response } from "pulumi-wasm-provider";

import {
  type CommentEntry,
  FoundRecord,
  MetadataEntry,
  type NewZone,
  type RecordSetAnswer,
  type RecordSetChange,
  ZoneAnswer,
  type ZoneSettings,
} from "./model.js";
import type { DomainName } from "./name.js";
import { refusal, send } from "./sending.js";

/** How many records a search may find. Names are searched with wildcards, so that `*.example.org` finds others too. */
const SEARCH_LIMIT = 1000;

/** One PowerDNS server. */
export class Api {
  readonly #cx: Context;

  constructor(cx: Context) {
    this.#cx = cx;
  }

  /** The zone, without its records. */
  zone(zone: DomainName): ZoneAnswer | undefined {
    const answer = send(this.#cx, "GET", `${path(zone)}?rrsets=false`);
    if (this.#isMissing(zone, answer)) return undefined;
    return this.#expect(`read the zone ${zone}`, answer).json(ZoneAnswer);
  }

  /**
   * Creates a zone. `AlreadyExistsError` means that a zone of this name exists. After any other error the zone may exist or
   * not.
   */
  createZone(zone: DomainName, made: NewZone): ZoneAnswer {
    // The second time it would stumble over what the first time left behind.
    const isAbsent = (): boolean => {
      try {
        return this.zone(zone) === undefined;
      } catch {
        return false;
      }
    };
    const answer = send(this.#cx, "POST", "/zones?rrsets=false", made, isAbsent);
    return this.#expect(`create the zone ${zone}`, answer).json(ZoneAnswer);
  }

  /** Changes a zone's settings, and leaves its records alone. Fails with `NotFoundError` if the zone does not exist. */
  changeZone(zone: DomainName, settings: ZoneSettings): void {
    const answer = send(this.#cx, "PUT", path(zone), settings);
    const action = `change the zone ${zone}`;
    if (this.#isMissing(zone, answer)) throw noZone(action, zone);
    this.#expect(action, answer);
  }

  /** Deletes a zone with all its records. A missing zone is fine. */
  deleteZone(zone: DomainName): void {
    const answer = send(this.#cx, "DELETE", path(zone));
    if (!this.#isMissing(zone, answer)) this.#expect(`delete the zone ${zone}`, answer);
  }

  /** All metadata of a zone. */
  metadata(zone: DomainName): MetadataEntry[] {
    const answer = send(this.#cx, "GET", `${path(zone)}/metadata`);
    return this.#expect(`read the metadata of ${zone}`, answer).json(array(MetadataEntry));
  }

  /** Replaces the values of one kind of metadata; without values it is gone. */
  setMetadata(zone: DomainName, kind: string, values: readonly string[]): void {
    const body: MetadataEntry = { kind, metadata: [...values] };
    const answer = send(this.#cx, "PUT", `${path(zone)}/metadata/${kind}`, body);
    this.#expect(`set the metadata ${kind} of ${zone}`, answer);
  }

  /** The records of one name and type; `undefined` without any. Fails with `NotFoundError` if the zone is missing. */
  recordSet(zone: DomainName, name: DomainName, type: string): RecordSetAnswer | undefined {
    const answer = send(this.#cx, "GET", `${path(zone)}?rrset_name=${name.toQuery()}&rrset_type=${type}`);
    const action = `read ${name} ${type}`;
    if (this.#isMissing(zone, answer)) throw noZone(action, zone);
    const { rrsets = [] } = this.#expect(action, answer).json(ZoneAnswer);
    // A server that is older than the two parameters answers with all record sets.
    const found = rrsets.find((set) => same(set.type, type) && same(set.name, name));
    if (found?.records !== undefined && found.records.length > 0) return found;
    // Nothing but the comments of records that are disabled, or gone.
    return this.#disabledRecords(zone, name, type, found?.comments ?? []);
  }

  /**
   * The records of one name and type if they are disabled. Up to PowerDNS 4.9, they are missing where a zone is
   * asked for one record set (PowerDNS issue 11473), and the list of all record sets may be very long.
   */
  #disabledRecords(zone: DomainName, name: DomainName, type: string, comments: CommentEntry[]): RecordSetAnswer | undefined {
    const text = name.toQuery().replace(/\.$/, "");
    if (text === "") return undefined;
    const answer = send(this.#cx, "GET", `/search-data?q=${text}&max=${SEARCH_LIMIT}&object_type=record`);
    const all = this.#expect(`search for ${name}`, answer).json(array(FoundRecord));
    const found = all.filter((record) => same(record.zone, zone) && same(record.name, name) && same(record.type, type));
    const [first] = found;
    return first && { name: name.toString(), type, ttl: first.ttl, records: found, comments };
  }

  /** Changes the records of one name and type. Fails with `NotFoundError` if the zone does not exist. */
  changeRecords(zone: DomainName, change: RecordSetChange): void {
    const action = `${change.changetype === "REPLACE" ? "write" : "delete"} ${change.name} ${change.type}`;
    const answer = send(this.#cx, "PATCH", path(zone), { rrsets: [change] });
    if (this.#isMissing(zone, answer)) throw noZone(action, zone);
    this.#expect(action, answer);
  }

  #expect(action: string, answer: Response): Response {
    if (answer.ok) return answer;
    throw refusal(this.#cx, action, answer);
  }

  /** Whether the answer means that the zone is missing, and it is true. */
  #isMissing(zone: DomainName, answer: Response): boolean {
    if (answer.status !== 404) return false;
    const list = send(this.#cx, "GET", `/zones?zone=${zone.toQuery()}`);
    return this.#expect("find the server", list).json(array(json())).length === 0;
  }
}

function same(one: string, other: string | DomainName): boolean {
  return one.toLowerCase() === other.toString().toLowerCase();
}

function noZone(action: string, zone: DomainName): NotFoundError {
  return new NotFoundError(`cannot ${action}: the server has no zone ${zone}`);
}

function path(zone: DomainName): string {
  return `/zones/${zone.toSegment()}`;
}
