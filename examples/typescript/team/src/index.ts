/** The accounts of a team: components that are made of resources of another package. */

import { all, component, integer, interpolate, list, provider, string, type Output } from "pulumi-wasm-provider";

/** An account of one person. */
const Account = component("Account", {
  inputs: {
    /** The owner. */
    user: string(),
    /** How many characters the first password has. */
    length: integer().default(16).min(8).max(64),
  },
  outputs: {
    /** The name of the account. */
    login: string(),
    /** The first password. */
    password: string().secret(),
  },
  construct({ user, length }, cx) {
    const login = cx.child("login", "random:index/randomPet:RandomPet", { prefix: user, length: 1 });
    const secret = cx.child("password", "random:index/randomPassword:RandomPassword", { length }, { dependsOn: login });
    return { login: login.id, password: secret.output<string>("result") };
  },
});

/** A team, with an account for each of its members. */
const Team = component("Team", {
  inputs: {
    /** The domain of the mail addresses. */
    domain: string(),
    /** The members of the team. */
    members: list(string()).minItems(1).maxItems(50).unique().plain(),
  },
  outputs: {
    /** The mail addresses of the members. */
    addresses: list(string()),
    /** A text that names them all. */
    welcome: string(),
  },
  construct({ domain, members }, cx) {
    const logins: Output<string>[] = [];
    cx.group("accounts", "Accounts", (cx) => {
      for (const member of members) {
        const account = cx.component(member, Account, { user: member });
        logins.push(interpolate`${account.output("login")}@${domain}`);
      }
    });
    const addresses = all(logins);
    return { addresses, welcome: addresses.apply((all) => `Welcome, ${all.join(" and ")}!`) };
  },
});

export default provider({ components: [Team, Account], uses: { random: "4.18.0" } });
