/** The accounts of a team: components that are made of resources of another package. */

import { all, array, component, integer, interpolate, type Output, provider, string } from "pulumi-wasm-provider";

/** An account of one person. */
const Account = component("Account", {
  inputs: {
    /** The owner. */
    user: string(),
    /** How many characters the first password has. */
    length: integer().default(16).gte(8).lte(64),
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
    members: array(string()).minItems(1).maxItems(50).uniqueItems().plain(),
  },
  outputs: {
    /** The mail addresses of the members. */
    addresses: array(string()),
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

export default provider({ components: [Team, Account], packages: { random: "4.18.0" } });
