/** Values as people read them, for `console`. */

import { Secret, UNKNOWN } from "../value/special.js";

/** How deep objects are shown. */
const DEPTH = 6;

/** The value as text. Secrets are not shown. */
export function inspect(value: unknown, depth = 0): string {
  if (typeof value === "string") return depth === 0 ? value : JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[function ${value.name || "without a name"}]`;
  if (value === UNKNOWN) return "[unknown]";
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Secret) return String(value);
  if (value instanceof Error) return value.stack === undefined ? String(value) : `${String(value)}\n${value.stack}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[no date]" : value.toISOString();
  if (depth >= DEPTH) return Array.isArray(value) ? "[…]" : "{…}";
  const inside = (inner: unknown): string => inspect(inner, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inside).join(", ")}]`;
  if (value instanceof Map) return `Map {${[...value].map(([key, item]) => `${inside(key)} => ${inside(item)}`).join(", ")}}`;
  if (value instanceof Set) return `Set {${[...value].map(inside).join(", ")}}`;
  if (value instanceof Uint8Array) return `Uint8Array(${value.length})`;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${inside(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
