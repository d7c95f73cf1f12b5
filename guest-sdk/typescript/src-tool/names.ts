/** Names of other environments that providers do not have, and their replacements. */

/** The replacement, by the name of a global or of a module. */
export const INSTEAD: Readonly<Record<string, string>> = {
  XMLHttpRequest: "use `http` of pulumi-wasm-provider: `http.get(url).json()`",
  process: "use `cx.env(\"NAME\")` for environment variables, and ask for them by `env` of `provider({ … })`",
  Buffer: "use `Uint8Array`, `TextEncoder`, `atob` and `btoa`",
  require: "use `import`",
  __dirname: "a provider has no files: use `asset()` for files of the program",
  __filename: "a provider has no files: use `asset()` for files of the program",
  Intl: "the engine of components has no `Intl`",
  WebSocket: "a provider has no sockets: use `http` of pulumi-wasm-provider",
  FormData: "write the body as a text: `http.post(url, { text: new URLSearchParams({ name }).toString(), headers: { \"content-type\": \"application/x-www-form-urlencoded\" } })`",
  Blob: "use `Uint8Array` for bytes, and `asset()` for files of the program",
  File: "use `Uint8Array` for bytes, and `asset()` for files of the program",
  Worker: "a provider has no threads",
};

/** Packages that send requests by Node's modules or by `XMLHttpRequest`, which providers do not have. */
const CLIENTS = new Set(["got", "needle", "phin", "request", "superagent", "undici", "ws"]);

const HTTP = "use `http` of pulumi-wasm-provider: `http.get(url).json()`; or `settle(fetch(url))`, or a client that uses `fetch`, such as axios or ky";

/** The advice for a package that can be built, or is bundled for browsers, and then cannot reach any server. */
export function insteadOfPackage(name: string): string | undefined {
  const whole = name.split("/").slice(0, name.startsWith("@") ? 2 : 1).join("/");
  return CLIENTS.has(whole) ? HTTP : undefined;
}

/** The advice for a module of Node. */
export function insteadOfModule(name: string): string {
  const module = name.replace(/^node:/, "").split("/")[0] ?? name;
  switch (module) {
    case "http":
    case "https":
    case "http2":
    case "net":
    case "tls":
    case "dns":
    case "dgram":
      return "a provider has no sockets: use `http` of pulumi-wasm-provider, or a library that does not need the module";
    case "fs":
    case "path":
      return "a provider has no files: use `asset()` for files of the program";
    case "crypto":
      return "use `crypto.getRandomValues` and `crypto.randomUUID`, and for hashes a library in plain JavaScript such as @noble/hashes";
    case "child_process":
    case "worker_threads":
    case "cluster":
      return "a provider has neither processes nor threads";
    case "timers":
      return "use `cx.sleep(milliseconds)` or `cx.wait(…)`: hooks are synchronous; the global `setTimeout` is there for libraries";
    default:
      return "providers run in a sandbox without Node: use a library that does not need the module";
  }
}
