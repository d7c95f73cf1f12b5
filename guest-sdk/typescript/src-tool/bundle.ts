/** One module of a provider, its libraries and the SDK. */

import { readFileSync } from "node:fs";
import { builtinModules, SourceMap, type SourceMapPayload } from "node:module";
import { extname, isAbsolute, join, resolve } from "node:path";
import * as esbuild from "esbuild";

import { compacted } from "./compact.js";
import { type Mistake, Mistakes, shortName } from "./mistake.js";
import { insteadOfModule } from "./names.js";
import { type Notes, withNotes } from "./notes.js";
import type { Project } from "./project.js";

/** The host's interfaces, as the component imports them. */
const INTERFACES = ["log", "http", "clock", "random", "env", "checkpoint", "asset", "waiting", "views", "shared"] as const;
/** The further interface for a provider with component resources. */
const OF_COMPONENTS = ["deployment"] as const;
/** The version of the interface. */
const VERSION = "0.1.0";

/** The world of a component: a provider, with or without component resources. */
export type World = "provider" | "component-provider";
/** The text that is in a bundle whose source makes component resources: `Component.mark` of the SDK. */
const COMPONENT_MARK = "pulumiWasmComponentResource";

/** Globals over the host, for every engine: each is loaded, by a module of this name, if it is used. */
const WEB: Readonly<Record<string, string>> = {
  Promise: "promise",
  ...named("timers", ["setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"]),
  ...named("abort", ["AbortController", "AbortSignal", "Event", "EventTarget"]),
  ...named("fetch", ["fetch", "Headers", "Request", "Response"]),
};

/** Further globals that QuickJS lacks. */
const SHIMS: Readonly<Record<string, string>> = {
  TextEncoder: "text-encoder",
  TextDecoder: "text-decoder",
  URL: "url",
  URLSearchParams: "url-search-params",
  structuredClone: "structured-clone",
};

function named(module: string, globals: readonly string[]): Record<string, string> {
  return Object.fromEntries(globals.map((name) => [name, module]));
}

/** What `async` functions become: the engines never go on with real ones inside a call. */
const AWAITING = /\b__(?:async|asyncGenerator|await|forAwait|yieldStar)\(/;

/** Packages that hand on the `fetch` of the global object, which they look for by several names. */
const PONYFILLS = /\bnode_modules\/(?:node-fetch|cross-fetch|isomorphic-fetch|isomorphic-unfetch)\//;

/** The bundle, with the place in the author's files for each of its lines. */
export interface Bundle {
  readonly code: string;
  readonly world: World;
  /** The files in it, relative to the project's folder. */
  readonly files: readonly string[];
  /** Finds the place of a line and column, from 1, in the author's files and libraries. */
  original(line: number, column: number): Place | undefined;
}

/** A place in a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
  /** Whether the file is the author's, and not one of a library or of the SDK. */
  readonly isOwn: boolean;
}

/** Bundles the provider with everything that it uses: as a module, or as a script that an interpreter runs later. */
export async function bundle(project: Project, notes: Notes, form: "module" | "script" = "module"): Promise<Bundle> {
  const { shims, world } = await used(project, notes);
  const { code, map, files } = await build(project, notes, entryOf(project, shims, world), form === "module" ? {} : asScript(notes));
  const sources = new SourceMap(JSON.parse(map) as SourceMapPayload);
  const places = linesOf(code, sources, project.folder);
  // A script of the development loop is not shipped.
  const short = form === "module" ? compacted(code) : { code, removed: [] };
  return {
    // Text at the end moves no line.
    code: `${short.code}\nglobalThis.pulumiWasmLines = ${JSON.stringify(places)};\n${form === "module" ? "" : `globalThis.${PROVIDER_GLOBAL} = ${PROVIDER_GLOBAL};\n`}`,
    world,
    files,
    original: (line, column) => placeOf(sources, line, column + (short.removed[line - 1] ?? 0), project.folder),
  };
}

/** The modules of globals that the provider uses, and the world that it is for. */
async function used(project: Project, notes: Notes): Promise<{ readonly shims: string[]; readonly world: World }> {
  // esbuild finds the names that are used as globals: it replaces each of them by a unique name.
  const mark = (name: string): string => `pulumiWasmGlobal${name}`;
  const shims = project.engine === "quickjs" ? { ...WEB, ...SHIMS } : WEB;
  const forms = (name: string): string[] => [name, ...["globalThis", "self", "window", "global"].map((object) => `${object}.${name}`)];
  const define = Object.fromEntries(Object.keys(shims).flatMap((name) => forms(name).map((form) => [form, mark(name)])));
  const { code } = await build(project, notes, imported(project.source), { define });
  const waits = [...(AWAITING.test(code) ? ["promise"] : []), ...(PONYFILLS.test(code) ? ["promise", "fetch"] : [])];
  // A name may be the beginning of another name.
  const found = new Set(code.match(/\bpulumiWasmGlobal\w+/g) ?? []);
  const modules = new Set([...waits, ...Object.entries(shims).flatMap(([name, module]) => (found.has(mark(name)) ? [module] : []))]);
  // Without the definition of a component, nothing of the SDK has the mark in it.
  return { shims: [...modules], world: code.includes(COMPONENT_MARK) ? "component-provider" : "provider" };
}

async function build(project: Project, notes: Notes, entry: string, options: esbuild.BuildOptions): Promise<{ code: string; map: string; files: string[] }> {
  try {
    const { outputFiles, metafile } = await esbuild.build({
      stdin: { contents: entry, resolveDir: project.folder, sourcefile: "pulumi-wasm:entry", loader: "js" },
      bundle: true,
      write: false,
      metafile: true,
      format: "esm",
      target: "es2022",
      platform: "browser",
      supported: { "async-await": false, "async-generator": false, "for-await": false },
      sourcemap: "external",
      sourcesContent: false,
      outfile: join(project.folder, "provider.js"),
      absWorkingDir: project.folder,
      logLevel: "silent",
      external: ["pulumi-wasm:*"],
      plugins: [described(notes), noNode()],
      ...options,
      // Some libraries know the global object by the name that Node gives it.
      define: { global: "globalThis", ...options.define },
    });
    const [code = "", map = "{}"] = [".js", ".map"].map((end) => outputFiles?.find((file) => file.path.endsWith(end))?.text);
    // A file whose code was left out has no bytes in the output.
    const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs));
    const files = inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
    return { code, map, files };
  } catch (error) {
    const failures = (error as Partial<esbuild.BuildFailure>).errors;
    if (failures === undefined) throw error;
    throw new Mistakes(failures.map((failure) => mistakeOf(failure, project.folder)));
  }
}

/** The options for a script that finds the host's interfaces in `HOST_GLOBAL`, and leaves its exports in `PROVIDER_GLOBAL`. */
function asScript(notes: Notes): esbuild.BuildOptions {
  // A script must ask for strict mode, which a module always has.
  const banner = { js: '"use strict";' };
  return { format: "iife", globalName: PROVIDER_GLOBAL, banner, external: [], plugins: [hostInGlobal(), described(notes), noNode()] };
}

function hostInGlobal(): esbuild.Plugin {
  return {
    name: "host",
    setup(build) {
      build.onResolve({ filter: /^pulumi-wasm:/ }, ({ path }) => ({ path, namespace: "host" }));
      build.onLoad({ filter: /./, namespace: "host" }, ({ path }) => {
        const name = path.replace(/^.*\//, "").replace(/@.*$/, "");
        return { contents: `module.exports = globalThis.${HOST_GLOBAL}.${name};`, loader: "js" };
      });
    },
  };
}

function imported(file: string): string {
  return `import ${JSON.stringify(file)};`;
}

/** The module that makes a component of the provider, by the same copy of the SDK as the provider itself has. */
function entryOf(project: Project, shims: readonly string[], world: World): string {
  const hasComponents = world === "component-provider";
  return [
    imported("pulumi-wasm-provider/first"),
    ...shims.map((name) => imported(`pulumi-wasm-provider/shims/${name}`)),
    ...hostImports(world),
    'import { attach } from "pulumi-wasm-provider/guest";',
    ...(hasComponents ? ['import { componentsOf } from "pulumi-wasm-provider/guest/components";'] : []),
    `import * as source from ${JSON.stringify(project.source)};`,
    `const built = { facts: ${JSON.stringify(project.facts)}${hasComponents ? ", componentsOf" : ""} };`,
    `const made = attach(source.default, { ${hostNames(world).join(", ")} }, built);`,
    "export const description = made.description;",
    "export const lifecycle = made.lifecycle;",
    ...(hasComponents ? ["export const components = made.components;"] : []),
    "",
  ].join("\n");
}

/** The imports of the host's interfaces in a world, each by its name. */
export function hostImports(world: World): string[] {
  return hostNames(world).map((name) => `import * as ${name} from "pulumi-wasm:provider/${name}@${VERSION}";`);
}

/** The names of the host's interfaces in a world. */
export function hostNames(world: World): readonly string[] {
  return [...INTERFACES, ...(world === "component-provider" ? OF_COMPONENTS : [])];
}
/** The global in which a script finds them. */
export const HOST_GLOBAL = "pulumiWasmHost";
/** The global in which a script leaves what the component exports. */
export const PROVIDER_GLOBAL = "pulumiWasmProvider";

/** Puts what doc comments say into the author's modules. */
function described(notes: Notes): esbuild.Plugin {
  return {
    name: "notes",
    setup(build) {
      build.onLoad({ filter: /\.[cm]?tsx?$/ }, ({ path }) => {
        const insertions = notes.get(path.replaceAll("\\", "/"));
        if (insertions === undefined) return undefined;
        const loader = extname(path) === ".tsx" ? "tsx" : "ts";
        return { contents: withNotes(readFileSync(path, "utf8"), insertions), loader };
      });
    },
  };
}

/** Gives advice if a library wants a module of Node, unless the library marks it as optional. */
function noNode(): esbuild.Plugin {
  const names = new Set(builtinModules);
  return {
    name: "no-node",
    setup(build) {
      build.onResolve({ filter: /^(node:)?[\w/]+$/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === noNode || kind === "entry-point" || !(path.startsWith("node:") || names.has(path))) return undefined;
        const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: noNode });
        if (found.errors.length === 0) return undefined;
        return { errors: [{ text: `Node's module \`${path}\` is not available`, notes: [{ text: insteadOfModule(path) }] }] };
      });
    },
  };
}

function mistakeOf({ text, location, notes }: esbuild.Message, folder: string): Mistake {
  const [note] = notes;
  const hint = note === undefined || note.text === "" ? {} : { hint: note.text.replace(/\n[^]*$/, "") };
  if (location === null) return { message: text, ...hint };
  return { file: shortName(folder, resolve(folder, location.file)), line: location.line, column: location.column + 1, message: text, ...hint };
}

/** The origin of a place of the bundle. */
function placeOf(sources: SourceMap, line: number, column: number, folder: string): Place | undefined {
  const entry = sources.findEntry(line - 1, column - 1);
  if (!("originalSource" in entry) || entry.originalSource === undefined || entry.originalLine === undefined) return undefined;
  if (entry.originalSource.startsWith("pulumi-wasm:")) return undefined;
  const file = shortName(folder, resolve(folder, entry.originalSource));
  const isOwn = !/(^|\/)node_modules\//.test(file) && !isAbsolute(file) && !file.startsWith(".pulumi-wasm/");
  return { file, line: entry.originalLine + 1, isOwn };
}

/** The lines of the author's files behind the lines of the bundle, as runs of consecutive lines. */
function linesOf(code: string, sources: SourceMap, folder: string): Record<string, [number, number, number][]> {
  const runs: Record<string, [number, number, number][]> = {};
  const texts = code.split("\n");
  texts.forEach((text, index) => {
    const place = placeOf(sources, index + 1, Math.max(1, text.length - 1), folder);
    if (place === undefined || !place.isOwn) return;
    const own = (runs[place.file] ??= []);
    const last = own.at(-1);
    const line = index + 1;
    if (last !== undefined && last[0] + last[2] === line && last[1] + last[2] === place.line) last[2] += 1;
    else own.push([line, place.line, 1]);
  });
  return runs;
}
