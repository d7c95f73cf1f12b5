/** Requests. */

import {
  type BodyOptions,
  boolean,
  http,
  type Infer,
  integer,
  isKnown,
  json,
  record,
  resource,
  string,
} from "pulumi-wasm-provider";

const inputs = {
  /** The address. */
  url: string(),
  /** The method. */
  method: string().default("GET"),
  /** Headers of the request. */
  headers: record(string()).optional(),
  /** A text to send. */
  body: string().optional(),
  /** A value to send as JSON. */
  json: json().optional(),
  /** The largest number of attempts. */
  attempts: integer().optional(),
  /** The largest number of redirects to follow. */
  redirects: integer().optional(),
  /** Whether the answer is read in parts of four bytes. */
  parts: boolean().optional(),
  /** Whether a status of 400 and above is an error. */
  strict: boolean().optional(),
  /** Whether previews fetch too. */
  early: boolean().optional(),
};

const outputs = {
  /** The answer's status. */
  status: integer(),
  /** The answer's text. */
  answer: string(),
  /** The answer's header `x-answer`. */
  header: string().optional(),
  /** The member `name` of an answer that is JSON. */
  name: string().optional(),
  /** The address that answered. */
  address: string(),
};

/** Has the response of a server as its outputs. */
export const Fetching = resource("Fetching", {
  inputs,
  outputs,
  create: ({ inputs }) => ({ id: "fetching", outputs: inputs.parts === true ? fetchInParts(inputs) : fetch(inputs) }),
  previewCreate({ inputs }) {
    if (inputs.early !== true || !isKnown(inputs.method) || !isKnown(inputs.url)) return undefined;
    return { outputs: { answer: http.request(inputs.method, inputs.url).text() } };
  },
  read({ old }) {
    if (old === undefined) return undefined;
    const response = http.request(old.method, old.url);
    return response.status === 404 ? undefined : { state: { ...old, answer: response.text() } };
  },
});

function fetch(given: Infer<typeof inputs>): Infer<typeof outputs> {
  const options: BodyOptions = {
    ...(given.headers === undefined ? {} : { headers: given.headers }),
    ...(given.body === undefined ? {} : { text: given.body }),
    ...(given.json === undefined ? {} : { json: given.json }),
    ...(given.redirects === undefined ? {} : { redirects: given.redirects }),
    ...(given.attempts === undefined ? {} : { attempts: given.attempts, backoff: { every: 5, factor: 2 } }),
  };
  const response = http.request(given.method, given.url, options);
  if (given.strict === true) response.ensureOk();
  const header = response.header("X-Answer");
  const isJson = response.header("content-type")?.startsWith("application/json") ?? false;
  return {
    status: response.status,
    answer: response.text(),
    ...(header === undefined ? {} : { header }),
    ...(isJson ? { name: response.json({ name: string() }).name } : {}),
    address: response.url,
  };
}

function fetchInParts(given: Infer<typeof inputs>): Infer<typeof outputs> {
  const stream = http.open(given.method, given.url);
  const parts: number[] = [];
  for (let part = stream.read(4); part.length > 0; part = stream.read(4)) parts.push(...part);
  const header = stream.header("X-Answer");
  return {
    status: stream.status,
    answer: new TextDecoder().decode(new Uint8Array(parts)),
    ...(header === undefined ? {} : { header }),
    address: stream.url,
  };
}
