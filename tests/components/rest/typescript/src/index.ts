/** Machines behind a REST API: everything that a provider over HTTP usually needs, once. */

import {
  array,
  config,
  type CreateContext,
  discriminatedUnion,
  errorContext,
  func,
  http,
  integer,
  isKnown,
  NotFoundError,
  object,
  pending,
  provider,
  resource,
  string,
  type UpdateContext,
} from "pulumi-wasm-provider";

/** Where the server is, and the token that it asks for. */
const Settings = config(
  {
    /** The address of the API. */
    url: string().format("url"),
    /** The token of an account. The host sends it to the server, and keeps it from the provider. */
    token: string().secret().env("ACME_TOKEN"),
  },
  { configure: ({ url }) => http.client({ baseUrl: url, attempts: 5 }) },
);

/** One server. */
const Host = object("Host", { address: string() });

/** Several servers. */
const Pool = object("Pool", { name: string() });

/** A port that is open. */
const Rule = object("Rule", {
  port: integer().gte(1).lte(65_535),
  /** The servers that get the traffic. */
  target: discriminatedUnion("kind", { host: Host, pool: Pool }),
});

/** A machine as the server answers. */
const Found = object({
  name: string(),
  region: string(),
  label: string().optional(),
  size: integer().optional(),
  image: string(),
  rules: array(Rule),
  address: string().optional(),
  state: string(),
});

/** One page of the server's list. */
const FoundPage = object({ machines: array(Found), next: string().optional() });

/** A machine in a data centre. */
export const Machine = resource("Machine", {
  inputs: {
    /** The name, which is unique in the region. */
    name: string().replace().maxLength(63),
    /** The region. */
    region: string().replace().default("eu"),
    /** A text for people. */
    label: string().optional(),
    /** The number of processors. */
    size: integer().gte(1).lte(64).optional(),
    /** The first password. The server never tells it. */
    password: string().secret(),
    /** The image. By default, the server chooses its newest. */
    image: string().serverDefault(),
    /** The open ports. */
    rules: array(Rule),
  },
  outputs: {
    /** The address in the network. */
    address: string(),
  },
  autoName: "name",
  importId: "{region}/{name}",
  migrations: [(old) => old.rename("note", "label")],

  check({ inputs }, cx) {
    if (!isKnown(inputs.rules)) return;
    const ports = inputs.rules.map(({ port }) => port);
    for (const [index, port] of ports.entries()) {
      if (ports.indexOf(port) < index) cx.fail(`rules[${index}].port`, `another rule opens the port ${port}`);
    }
  },

  create({ inputs }, cx) {
    const { image } = cx.client(Settings).post("/machines", { json: inputs }).ensureOk().json(Found);
    const id = `${inputs.region}/${inputs.name}`;
    cx.checkpoint(id, { image });
    return { id, outputs: { image, address: wait(cx, id) } };
  },

  resume({ id, old: { image } }, cx) {
    return { outputs: { image, address: wait(cx, id) } };
  },

  read({ id, old }, cx) {
    const answer = cx.client(Settings).get(`/machines/${id}`);
    if (answer.status === 404) return undefined;
    const found = answer.ensureOk().json(Found);
    // The next update after an import sets the password of the program.
    return { state: { ...found, password: old?.password ?? "", address: found.address ?? "" } };
  },

  update({ id, old, inputs: { password, ...inputs } }, cx) {
    const json = password === old.password ? inputs : { ...inputs, password };
    const { image } = cx.client(Settings).put(`/machines/${id}`, { json }).ensureOk().json(Found);
    return { outputs: { image, address: old.address } };
  },

  delete({ id }, cx) {
    cx.client(Settings).delete(`/machines/${id}`).ensureOk();
  },

  query: {
    /** Machines of this region; by default of all regions. */
    region: string().optional(),
  },
  list({ query, pageSize, continuationToken }, cx) {
    const asked = Object.entries({ region: query.region, size: pageSize, after: continuationToken });
    const search = asked.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
    const { machines, next } = cx.client(Settings).get(`/machines?${search.join("&")}`).ensureOk().json(FoundPage);
    return { resources: machines.map(({ region, name }) => ({ id: `${region}/${name}`, name })), continuationToken: next };
  },
});

/** Waits until the machine has an address. */
function wait(cx: CreateContext | UpdateContext, id: string): string {
  return errorContext(`waiting for the machine ${id}`, () =>
    cx.wait({ every: 1000, factor: 1.5, maxDelay: 20_000 }, () => {
      const { address, state } = cx.client(Settings).get(`/machines/${id}`).ensureOk().json(Found);
      return address ?? pending(`the machine is ${state}`);
    }),
  );
}

/** Looks up a machine that something else manages. */
export const getMachine = func("getMachine", {
  inputs: {
    /** The name. */
    name: string(),
    /** The region. */
    region: string().default("eu"),
  },
  outputs: { size: integer().optional(), address: string() },
  call({ name, region }, cx) {
    const answer = cx.client(Settings).get(`/machines/${region}/${name}`);
    if (answer.status === 404) throw new NotFoundError(`the region ${region} has no machine ${name}`);
    const { size, address = "" } = answer.ensureOk().json(Found);
    return { size, address };
  },
});

export default provider({
  config: Settings,
  resources: [Machine],
  functions: [getMachine],
  net: [
    {
      host: Settings.ref("url"),
      required: true,
      reason: "the server that is managed",
      credential: { bearer: Settings.ref("token"), hostOnly: true },
    },
  ],
});
