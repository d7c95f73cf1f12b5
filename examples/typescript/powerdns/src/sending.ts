/** How requests are repeated while the server is busy, and the text of a refusal. */

import {
  AlreadyExistsError,
  type Context,
  DeniedError,
  ProviderError,
  type Response,
  UnavailableError,
} from "pulumi-wasm-provider";

import { serverAddress, Settings } from "./config.js";

/**
 * How often a request is sent at most. With the pauses between them that is about six seconds, in which a server
 * with many writers gets to each of them.
 */
const ATTEMPTS = 8;

/** The pause before the first repetition, in milliseconds. Each pause is twice as long as the one before it. */
const FIRST_PAUSE = 50;

/** Failures that may pass when the request is repeated. */
const PASSING = [429, 500, 502, 503, 504];

/** Longer answers are cut in messages. */
const TEXT_LIMIT = 500;

/**
 * Sends a request, and sends it again while the server is too busy for it. A request that may be repeated only under a
 * condition has `mayRepeat`, which is asked before each repetition.
 *
 * PowerDNS answers 500 if its database is busy with another change. It has changed nothing then. It also closes connections
 * if there are too many. Changes of a deployment run side by side, so this happens often, above all with SQLite.
 */
export function send(cx: Context, method: string, path: string, body?: unknown, mayRepeat = (): boolean => true): Response {
  const client = cx.client(Settings);
  let pause = FIRST_PAUSE;
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    let problem: string;
    try {
      const answer = client.request(method, path, { json: body });
      if (!PASSING.includes(answer.status)) return answer;
      problem = textOf(answer);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      problem = error.message;
    }
    cx.debug(`${method} ${path}: ${problem}; trying again`);
    // Those who failed together shall not try again together.
    cx.sleep(pause / 2 + (pause / 2) * Math.random());
    pause *= 2;
    if (!mayRepeat()) throw new UnavailableError(`${method} ${path}: ${problem}`);
  }
  return client.request(method, path, { json: body });
}

/** The error for an answer that is not the one hoped for; `action` completes the sentence "cannot …". */
export function refusal(cx: Context, action: string, answer: Response): ProviderError {
  const address = serverAddress(cx.config(Settings));
  const message = `cannot ${action}: PowerDNS at ${address} answers ${answer.status}: ${textOf(answer)}`;
  switch (answer.status) {
    case 401:
    case 403:
      return new DeniedError(`${message}\nhint: is \`powerdns:apiKey\` the server's \`api-key\`?`);
    case 404:
      // Not `NotFoundError`: that would say that the zone is gone, which the caller has to make sure of.
      return new ProviderError(`${message}\nhint: are \`powerdns:serverUrl\` and \`powerdns:serverId\` right?`);
    case 409:
      return new AlreadyExistsError(message);
    case 429:
    case 502:
    case 503:
    case 504:
      return new UnavailableError(message);
    case 500:
      return new UnavailableError(`${message}\nhint: the server's log says more`);
    default:
      return new ProviderError(message);
  }
}

/** The text of a refusal, for people: PowerDNS explains most of them as `{"error": "…"}`, and some in plain text. */
function textOf(answer: Response): string {
  try {
    const { error } = JSON.parse(answer.text()) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // It is not JSON, but plain text.
  }
  return [...answer.text().trim()].slice(0, TEXT_LIMIT).join("");
}
