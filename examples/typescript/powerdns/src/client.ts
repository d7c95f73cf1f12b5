/** Requests to the API: their addresses, their repetition, and the text of a refusal. */

import {
  AlreadyExistsError,
  type Context,
  DeniedError,
  http,
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

/** Answers longer than this are cut where they become part of a message. */
const TEXT_LIMIT = 500;

/** The parts of a hook's context that requests need. */
export type Call = Pick<Context, "config" | "debug" | "sleep">;

/** The server's answer. */
export class Answer {
  readonly status: number;
  readonly #body: string;

  constructor(status: number, body: string) {
    this.status = status;
    this.#body = body;
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** A failure that may pass. */
  get mayPass(): boolean {
    return [429, 500, 502, 503, 504].includes(this.status);
  }

  /** The body of an answer that succeeded. */
  json<T>(): T {
    try {
      return JSON.parse(this.#body) as T;
    } catch (error) {
      throw new ProviderError(`this is not an answer of PowerDNS: ${(error as Error).message}: ${this.text()}`);
    }
  }

  /** The text of a refusal, for people: PowerDNS explains most of them as `{"error": "…"}`, and some in plain text. */
  text(): string {
    try {
      const { error } = JSON.parse(this.#body) as { error?: unknown };
      if (typeof error === "string") return error;
    } catch {
      // It is not JSON, but plain text.
    }
    return [...this.#body.trim()].slice(0, TEXT_LIMIT).join("");
  }
}

/** Sends requests to one of the servers behind the API. */
export class Client {
  readonly #cx: Call;
  /** The address up to and including the server's id. */
  readonly #address: string;
  readonly #key: string;

  constructor(cx: Call) {
    const settings = cx.config(Settings);
    this.#cx = cx;
    this.#address = serverAddress(settings);
    this.#key = settings.apiKey;
  }

  /**
   * Sends a request, and sends it again while the server is too busy for it: for requests that may be done twice, or
   * that may be under a condition, which is asked before each repetition.
   *
   * PowerDNS answers 500 when its database is busy with another change, and then has changed nothing; and it ends
   * connections when there are too many. Changes of a deployment run side by side, so this is to be expected, above
   * all with SQLite.
   */
  send(method: string, path: string, body?: unknown, mayRepeat = (): boolean => true): Answer {
    let pause = FIRST_PAUSE;
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      let problem: string;
      try {
        const answer = this.#sendOnce(method, path, body);
        if (!answer.mayPass) return answer;
        problem = answer.text();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        problem = error.message;
      }
      this.#cx.debug(`${method} ${path}: ${problem}; trying again`);
      // Those who failed together shall not try again together.
      this.#cx.sleep(pause / 2 + (pause / 2) * Math.random());
      pause *= 2;
      if (!mayRepeat()) throw new UnavailableError(`${method} ${path}: ${problem}`);
    }
    return this.#sendOnce(method, path, body);
  }

  #sendOnce(method: string, path: string, body: unknown): Answer {
    const headers = { "X-API-Key": this.#key };
    const response: Response = http.request(method, this.#address + path, { headers, json: body });
    return new Answer(response.status, response.text());
  }

  /** The error for an answer that is not the one hoped for; `action` completes the sentence "cannot …". */
  refusal(action: string, answer: Answer): ProviderError {
    const message = `cannot ${action}: PowerDNS at ${this.#address} answers ${answer.status}: ${answer.text()}`;
    switch (answer.status) {
      case 401:
      case 403:
        return new DeniedError(`${message}\nhint: is \`powerdns:apiKey\` the server's \`api-key\`?`);
      case 404:
        // Not `NotFoundError`: that would say that the thing is gone, which the caller has to make sure of.
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
}
