/** The provider demo: websites, and the pages that they are made of. */

import { component, interpolate, provider, resource, string } from "pulumi-wasm-provider";

/** A page of a website. */
export const Page = resource("Page", {
  inputs: {
    /** The place of the page, such as `docs/index.html`. */
    path: string(),
    /** The text of the page. */
    text: string(),
  },
  outputs: {
    /** The address of the page. */
    url: string(),
  },
  create({ inputs: { path } }) {
    return { id: path, outputs: { url: `https://pages.example.com/${path}` } };
  },
});

/** A website with a front page, in a folder with a random name. */
export const Website = component("Website", {
  inputs: {
    /** The title of the front page. */
    title: string(),
  },
  outputs: {
    /** The address of the front page. */
    url: string(),
  },
  construct({ title }, cx) {
    const folder = cx.child("folder", "random:index/randomPet:RandomPet", { length: 2 });
    const path = interpolate`${folder.id}/index.html`;
    const page = cx.child("page", Page, { path, text: interpolate`<h1>${title}</h1>` });
    return { url: page.output("url") };
  },
});

export default provider({ resources: [Page], components: [Website], packages: { random: "4.18.0" } });
