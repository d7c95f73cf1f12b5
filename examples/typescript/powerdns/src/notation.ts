/** The notation of zone files for the content of a record: words, and strings in quotation marks. */

import { Unacceptable } from "./name.js";

/** A character-string of DNS has at most this many octets; longer texts are several of them. */
export const STRING_LIMIT = 255;

/** Splits a content where zone files do: at white space, and behind quoted strings. */
export function words(content: string): string[] {
  const found: string[] = [];
  let rest = content.trim();
  while (rest !== "") {
    const end = endOfWord(rest);
    if (end === undefined) throw new Unacceptable(`\`${content}\` has an opening quotation mark without a closing one`);
    found.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return found;
}

/** Where the first word ends; nowhere, where it is in quotation marks that do not. */
function endOfWord(text: string): number | undefined {
  const startsQuoted = text.startsWith('"');
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "\\") index += 1;
    else if (character === '"' && isQuoted && startsQuoted) return index + 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (/[\t\n\f\r ]/.test(character) && !isQuoted) return index;
  }
  return isQuoted ? undefined : text.length;
}

const encoder = new TextEncoder();

/** Text in the notation of zone files. */
export function quoted(text: string): string {
  const strings = [""];
  let length = 0;
  for (const character of text) {
    const octets = encoder.encode(character).length;
    if (length + octets > STRING_LIMIT) {
      strings.push("");
      length = 0;
    }
    length += octets;
    strings[strings.length - 1] += noted(character);
  }
  return strings.map((string) => `"${string}"`).join(" ");
}

function noted(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  // Control characters stand there by their decimal number.
  return /[\0-\x1f\x7f]/.test(character) ? `\\${String(character.charCodeAt(0)).padStart(3, "0")}` : character;
}

/** The octets of a quoted string: `\034` is the octet with that decimal number, `\"` is `"`. */
export function unquoted(word: string): Uint8Array {
  const text = word.replace(/^"/, "").replace(/"$/, "");
  const octets: number[] = [];
  for (const [, number, escaped, plain] of text.matchAll(/\\(\d{3})|\\([^])|([^])/gu)) {
    if (number !== undefined) octets.push(Number(number) > 255 ? 0x3f : Number(number));
    else octets.push(...encoder.encode(escaped ?? plain));
  }
  return Uint8Array.from(octets);
}
