/** The values that instances share. */

import { boolean, http, resource, string } from "pulumi-wasm-provider";

const MINUTE = 60_000;

/** Knows a token that a server gave to one of them. */
export const Sharing = resource("Sharing", {
  inputs: {
    /** Where the token is. */
    url: string(),
    /** Whether it is forgotten afterwards. */
    forgets: boolean().optional(),
    /** Whether its maker asks for it as well. */
    nested: boolean().optional(),
  },
  outputs: {
    /** Whether this one asked the server. */
    made: boolean(),
  },
  create({ inputs: { url, forgets, nested } }, cx) {
    let made = false;
    const token = cx.shared.getOrMake("token", MINUTE, () => {
      if (nested === true) cx.shared.getOrMake("token", MINUTE, () => "another");
      made = true;
      return { value: http.get(url).ensureOk().text(), lives: MINUTE };
    });
    cx.info(`the token is ${token}`);
    if (forgets === true) cx.shared.forget("token", token);
    cx.shared.rate("makes", { perSecond: 100, burst: 2 }).wait();
    return { id: "sharing", outputs: { made } };
  },
});
