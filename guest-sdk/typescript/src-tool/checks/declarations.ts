/**
 * The declarations of the language and of packages: read and bound once for as long as the process lives, and in the
 * snapshot of one that has read them.
 */

import { statSync } from "node:fs";
import type ts from "typescript";

interface Kept {
  readonly file: ts.SourceFile;
  /** Size and time of the file when it was read. */
  readonly state: string;
}

const kept = new Map<string, Kept>();
let keptFor = "";

/** The host with a cache: it reads a declaration again only if its file or the options have changed. */
export function keepingDeclarations(host: ts.CompilerHost, options: ts.CompilerOptions): ts.CompilerHost {
  const wanted = JSON.stringify(options);
  if (wanted !== keptFor) kept.clear();
  keptFor = wanted;
  return {
    ...host,
    getSourceFile(name, ...rest) {
      const state = name.endsWith(".d.ts") ? stateOf(name) : undefined;
      if (state === undefined) return host.getSourceFile(name, ...rest);
      const known = kept.get(name);
      if (known?.state === state) return known.file;
      const file = host.getSourceFile(name, ...rest);
      if (file !== undefined) kept.set(name, { file, state });
      return file;
    },
  };
}

function stateOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.size} ${found.mtimeMs}`;
}
