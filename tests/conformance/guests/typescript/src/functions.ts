/** Functions. */

import { func, http, integer, json, ProviderError, string } from "pulumi-wasm-provider";

import { error } from "./failing.js";
import { Configured, Settings } from "./settings.js";

/** Returns its argument. */
export const echo = func("echo", {
  pure: true,
  positional: true,
  inputs: { value: json() },
  outputs: json(),
  call: ({ value }) => value,
});

/** Greets. */
export const greet = func("greet", {
  pure: true,
  inputs: {
    /** Who. */
    name: string(),
    /** How. */
    salutation: string().default("Hello"),
  },
  outputs: {
    /** The words. */
    message: string(),
    /** How many there are. */
    words: integer(),
  },
  call({ name, salutation }) {
    const message = `${salutation}, ${name}!`;
    return { message, words: message.split(" ").length };
  },
});

/** Returns a secret. */
export const conceal = func("conceal", {
  pure: true,
  inputs: {
    /** A text. */
    text: string(),
  },
  outputs: {
    /** The text. */
    hidden: string().secret(),
    /** How long it is. */
    length: integer(),
  },
  call: ({ text }) => ({ hidden: text, length: [...text].length }),
});

/** Returns the configuration. */
export const configured = func("configured", {
  outputs: Configured,
  call(_arguments, cx) {
    const { region, retries, labels, limits, token = "", word } = cx.config(Settings);
    return { region, retries, labels, limits, tokenLength: token.length, word, banner: cx.client(Settings) };
  },
});

/** Fails. */
export const fail = func("fail", {
  inputs: {
    /** The name of an error, or `crash`. */
    how: string(),
  },
  outputs: string(),
  call({ how }): string {
    throw error(how);
  },
});

/** Sends a request, and gives the answer's text. */
export const send = func("send", {
  inputs: {
    /** The method. */
    method: string(),
    /** The address. The default is the address in the configuration. */
    url: string().optional(),
  },
  outputs: string(),
  call({ method, url }, cx) {
    const address = url ?? cx.config(Settings).serverUrl;
    if (address === undefined) throw new ProviderError("an address");
    const response = http.request(method, address);
    cx.info(`${method} ${response.status}`);
    return response.text();
  },
});
