/** Websites that are made of other resources, with something of everything that components can do, for tests. */

import { all, array, component, enumOf, func, integer, interpolate, InvalidError, method, provider, ProviderError, reference, resource, string } from "pulumi-wasm-provider";
import type { ComponentContext, HookArguments } from "pulumi-wasm-provider";
import { Bad } from "./bad.js";
import { Exhibit } from "./exhibit.js";
import { RandomPassword } from "./random.js";
import { Typed } from "./typed.js";

/** A page of a website. */
const Page = resource("Page", {
  inputs: {
    path: string().replace(),
    /** May be a secret, as text of a draft. */
    text: string(),
  },
  outputs: { url: string() },
  create: ({ inputs: { path } }) => ({ id: path, outputs: { url: `https://pages.example/${path}` } }),
  update: ({ inputs: { path } }) => ({ outputs: { url: `https://pages.example/${path}` } }),
  delete() {},
});

/** A website of a front page, with a password for its editors, and further pages in a group. */
const Website = component("Website", {
  inputs: {
    /** The title on all pages. */
    title: string(),
    index: string().default("index.html").maxLength(40),
    /** Text of the front page beside the title. */
    note: string().optional(),
    /** How many more pages there are. */
    pages: integer().default(0).lte(5).plain(),
  },
  outputs: {
    /** The address of the front page. */
    url: string(),
    /** The password of editors. */
    password: string().secret(),
    /** Title and address in one text. */
    link: string(),
    /** The addresses of the further pages, in one text. */
    more: string(),
  },
  construct({ title, index, note, pages }, cx) {
    const password = cx.child("password", RandomPassword, { length: 12 });
    const text = all([title, note]).apply(([title, note = "Nothing more."]) => `${title.toUpperCase()}\n\n${note}`);
    const front = cx.child("front", Page, { path: index, text }, { dependsOn: password, ignoreChanges: ["path"] });
    const more = cx.group("more", "Pages", (cx) => {
      const urls = Array.from({ length: pages }, (_, index) => {
        const number = index + 1;
        const page = cx.child(`page-${number}`, Page, { path: `page-${number}.html`, text: interpolate`${title} ${number} of ${pages}` });
        return page.output("url");
      });
      return { urls: all(urls).apply((urls) => urls.join(" ")) };
    });
    const url = front.output("url");
    return { url, link: interpolate`${title} <${url}>`, password: password.output("result"), more: more.output("urls") };
  },
});

/** Finds the address of a page. */
const pageUrl = method(Website, "pageUrl", {
  inputs: { path: string() },
  outputs: string(),
  call: (site, { path }) => interpolate`${site.output("url")}#${path}`,
});

/** Adds a page with a text to the website. */
const announce = method(Website, "announce", {
  inputs: {
    /** The text of the announcement. */
    text: string(),
    /** How often it is said. */
    times: integer().default(1).lte(255).plain(),
  },
  outputs: {
    /** The address of its page. */
    url: string(),
    /** The login of its editors. */
    login: string().secret(),
  },
  call(site, { text, times }, cx) {
    if (times > 3) throw new InvalidError("times", "three times are enough");
    const said = text.apply((text) => Array<string>(times).fill(text).join("! "));
    const page = cx.child("news", Page, { path: `${cx.name}-news`, text: said });
    return { url: page.output("url"), login: interpolate`editor:${site.output("password")}` };
  },
});

/** A website inside a website: a component that consists of another component of the package. */
const Portal = component("Portal", {
  inputs: { titles: array(string()) },
  outputs: {
    url: string(),
    /** The address of a page about it. */
    about: string(),
    count: integer(),
  },
  construct({ titles }, cx) {
    cx.transform((child) => {
      if (child.token === "site:index:Page") child.inputs.path = `site/${child.inputs.path}`;
    });
    const title = titles.apply((titles) => titles.join(" and "));
    const site = cx.component("site", Website, { title, index: "portal.html", pages: 1 });
    const about = site.call<{ result: string }>("pageUrl", { path: "about" });
    return { url: site.output("url"), about: about.get("result"), count: titles.apply((titles) => titles.length) };
  },
});

/** A text as a part of a path. */
const slug = func("slug", {
  inputs: { text: string() },
  outputs: string(),
  pure: true,
  positional: true,
  call: ({ text }) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join("-").toLowerCase(),
});

/** The same text at another path. */
const Mirror = component("Mirror", {
  inputs: {
    /** The page whose text is shown. */
    page: reference(Page),
    /** A random string that exists already, by its id. */
    word: string(),
  },
  outputs: {
    url: string(),
    /** The page with the same text. */
    copy: reference(Page),
  },
  construct({ page, word }, cx) {
    const original = cx.resource(page, Page);
    const read = cx.read("word", "random:index/randomString:RandomString", { id: word });
    const text = original.output("text");
    const made = cx.invoke(slug, { text });
    const path = interpolate`${made}-${read.output<string>("result")}`;
    const copy = cx.child("page", Page, { path, text });
    return { url: copy.output("url"), copy: copy.reference };
  },
});

/** How a `Faulty` component fails. */
const Fault = enumOf("Fault", {
  /** An input is not acceptable. */
  Value: "value",
  /** The function of `apply` fails. */
  Callback: "callback",
  /** The function of `apply` crashes. */
  Panic: "panic",
  /** A package that is not in `packages`. */
  Package: "package",
  /** Two children of one name. */
  Twice: "twice",
  /** An output that a type does not have. */
  Absent: "absent",
  /** A part that an output does not have. */
  Part: "part",
  /** A transform fails. */
  Transform: "transform",
  /** A hook fails. */
  Hook: "hook",
});

/** Refuses one text of a page before its creation, and another text after it. Notes all other texts. */
function judged({ event, name, newInputs, newOutputs }: HookArguments, cx: ComponentContext): void {
  if (event === "beforeCreate" && newInputs?.text === "text") throw new ProviderError("the hook refuses");
  if (event.startsWith("after") && newInputs?.text === "wrong") throw new ProviderError("the page is wrong");
  cx.info(`${event} of ${name}: ${newOutputs?.url ?? "not made"}`);
}

/** Fails as its program says. */
const Faulty = component("Faulty", {
  inputs: { fault: Fault.plain(), text: string().default("text") },
  outputs: { textOut: string() },
  construct({ fault, text }, cx) {
    const page = { path: "p", text };
    switch (fault) {
      case "value":
        throw new InvalidError("text", "is not to this component's taste");
      case "callback":
        return {
          textOut: text.apply((text) => {
            if (text.length > 0) throw new ProviderError(`${text.length} letters are too many`);
            return text;
          }),
        };
      case "panic":
        return {
          textOut: text.apply((text) => {
            if (text !== "") throw new Error("there is a text");
            return text;
          }),
        };
      case "transform":
        cx.transform((child) => {
          throw new ProviderError(`not \`${child.name}\``);
        });
        cx.child("page", Page, page);
        break;
      case "hook": {
        const judge = (hook: HookArguments): void => judged(hook, cx);
        const hooks = { beforeCreate: judge, afterCreate: judge, beforeUpdate: judge, afterUpdate: judge };
        cx.child("page", Page, page, { hooks });
        break;
      }
      case "package":
        cx.child("bucket", "aws:s3:Bucket");
        break;
      case "twice":
        cx.child("page", Page, page);
        cx.child("page", Page, page);
        break;
      case "absent":
        // The type checker knows better.
        return { textOut: cx.child("page", Page, page).output("uri" as "url") };
      case "part":
        return { textOut: cx.child("first", Page, page).output("url").cast<unknown>().get<string>("missing.part") };
    }
    return { textOut: text };
  },
});

export default provider({
  resources: [Page],
  functions: [slug],
  components: [Website, Portal, Mirror, Faulty, Bad, Exhibit, Typed],
  methods: [pageUrl, announce],
  packages: { random: "0.1.0", "hostile-one": {} },
});
