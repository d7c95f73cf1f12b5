/** Bookmarks with short names, on a small server. */

import { array, config, func, http, integer, object, type OldState, provider, resource, string, type TypeOf } from "pulumi-wasm-provider";

/** The server, and the token that it accepts. */
const Settings = config(
  {
    /** The server's address, without a slash at its end. */
    server: string(),
    /** The server's token. The host sends it to the server, and keeps it from the provider. */
    token: string().secret().optional(),
  },
  { configure: ({ server }) => http.client({ baseUrl: server }) },
);

/** A bookmark as the server describes it. */
const Answer = object({
  slug: string(),
  url: string(),
  note: string().optional(),
  link: string(),
  visits: integer(),
});
type Answer = TypeOf<typeof Answer>;

function outputsOf({ link, visits }: Answer): { link: string; visits: number } {
  return { link, visits };
}

/** From version 0 to 1. */
function renameNote(old: OldState): void {
  old.rename("note", "description");
}

/** A bookmark with a short name. */
const Bookmark = resource("Bookmark", {
  autoName: { property: "slug", maxLength: 32, lowercase: true },
  migrations: [renameNote],
  inputs: {
    /** The short name, which is in the link. */
    slug: string().replace().pattern("^[a-z0-9-]+$", "must have small letters, digits and hyphens only"),
    /** The page's address. */
    url: string().format("url").compare("trailing-slash"),
    /** The subject of the page. */
    description: string().maxLength(200).optional(),
  },
  outputs: {
    /** The short address that leads to the page. */
    link: string().stable(),
    /** How often the link was followed. */
    visits: integer(),
  },
  create({ inputs: { slug, url, description } }, cx) {
    const answer = cx.client(Settings).post("/bookmarks", { json: { slug, url, note: description ?? null } });
    return { id: slug, outputs: outputsOf(answer.ensureOk().json(Answer)) };
  },
  read({ id }, cx) {
    const answer = cx.client(Settings).get(`/bookmarks/${id}`);
    if (answer.status === 404) return undefined;
    const { note, ...found } = answer.ensureOk().json(Answer);
    return { state: { ...found, description: note } };
  },
  update({ id, inputs: { url, description } }, cx) {
    const answer = cx.client(Settings).put(`/bookmarks/${id}`, { json: { url, note: description ?? null } });
    return { outputs: outputsOf(answer.ensureOk().json(Answer)) };
  },
  delete({ id }, cx) {
    cx.client(Settings).delete(`/bookmarks/${id}`).ensureOk();
  },
});

/** Finds bookmarks of all users. */
const search = func("search", {
  inputs: {
    /** A part of the page's address. */
    text: string(),
  },
  outputs: {
    /** The short names of the bookmarks. */
    slugs: array(string()),
  },
  call({ text }, cx) {
    const all = cx.client(Settings).get("/bookmarks").ensureOk().json(array(Answer));
    return { slugs: all.filter(({ url }) => url.includes(text)).map(({ slug }) => slug) };
  },
});

export default provider({
  config: Settings,
  resources: [Bookmark],
  functions: [search],
  net: [
    {
      host: Settings.ref("server"),
      required: true,
      reason: "the server that has the bookmarks",
      credential: { bearer: Settings.ref("token"), hostOnly: true },
    },
  ],
});
