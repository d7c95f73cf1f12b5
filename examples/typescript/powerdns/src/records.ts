/** Records and comments, between how programs write them and how the server has them. */

import { object, string, type TypeOf } from "pulumi-wasm-provider";

import { canonical, sameRecords, toSend } from "./content.js";
import type { CommentEntry, RecordEntry, RecordSetAnswer } from "./model.js";

/** A comment on a record set. */
export const Comment = object("Comment", {
  /** The text of the comment. */
  content: string(),
  /** The author of the comment. */
  account: string().optional(),
});
export type Comment = TypeOf<typeof Comment>;

/** The server's records, as a program would write them. */
export interface Current {
  readonly ttl: number;
  readonly contents: readonly string[];
  readonly disabled: boolean;
  readonly comments: readonly Comment[];
  /** How many disabled records there are beside others that are not. */
  readonly leftOut: number;
}

/**
 * Reads an answer. The server may keep contents in another spelling than it got them, and keeps no order: if they are
 * still the recorded ones, they come as recorded, so that no false change is reported.
 */
export function current(
  type: string,
  { ttl = 0, records = [], comments: entries = [] }: RecordSetAnswer,
  recorded: readonly string[],
  recordedComments: readonly Comment[],
): Current {
  const disabled = records.every((record) => record.disabled);
  const shown = records.filter((record) => disabled || !record.disabled);
  const contents = shown.map(({ content }) => spelled(type, content));
  const comments = entries.map(({ content, account }): Comment => (account ? { content, account } : { content }));
  return {
    ttl,
    disabled,
    leftOut: records.length - shown.length,
    contents: sameRecords(type, contents, recorded) ? recorded : contents,
    comments: sameComments(comments, recordedComments) ? recordedComments : comments,
  };
}

function spelled(type: string, content: string): string {
  try {
    return canonical(type, content);
  } catch {
    return content;
  }
}

/** The records as the server wants them. */
export function recordsToSend(type: string, contents: readonly string[], disabled: boolean): RecordEntry[] {
  return contents.map((content) => ({ content: toSend(type, content), disabled }));
}

/** The comments as the server wants them. */
export function commentsToSend(comments: readonly Comment[]): CommentEntry[] {
  return comments.map(({ content, account = "" }) => ({ content, account }));
}

/** Whether these are the same comments, in any order. No account and an empty one are the same to the server. */
function sameComments(one: readonly Comment[], other: readonly Comment[]): boolean {
  const sorted = (comments: readonly Comment[]): string =>
    JSON.stringify(comments.map(({ content, account = "" }) => JSON.stringify([content, account])).sort());
  return sorted(one) === sorted(other);
}
