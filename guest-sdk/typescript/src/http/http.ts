/** Making requests, under the grants that the user gave. Everything is synchronous: an answer is there when the call returns. */

import { Client, type ClientOptions } from "./client.js";

/** A client without anything in common, and the one function that makes others. */
class Http extends Client {
  /**
   * A client whose requests have something in common: `http.client({ baseUrl: url, bearer: token, attempts: 5 })`. It may be kept, for
   * example by `configure`.
   */
  client(options: ClientOptions): Client {
    return new Client(options);
  }
}

/** HTTP under the grants that the user gave: `http.get(url).ensureOk().json()`. */
export const http: Http = new Http();
