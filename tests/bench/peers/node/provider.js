// The bench provider on Pulumi's SDK for Node.js: a class, served by the SDK's own server.

"use strict";

const { isDeepStrictEqual } = require("node:util");
const { main } = require("@pulumi/pulumi/provider");

const INPUTS = ["label", "secret", "tags", "items"];

class BenchProvider {
  version = "0.1.0";

  async check(urn, olds, news) {
    const failures = ["label", "tags", "items"]
      .filter((name) => !(name in news))
      .map((name) => ({ property: name, reason: `missing required property '${name}'` }));
    return { inputs: news, failures };
  }

  async diff(id, urn, olds, news) {
    return { changes: INPUTS.some((name) => !isDeepStrictEqual(olds[name], news[name])) };
  }

  async create(urn, inputs) {
    return { id: inputs.label, outs: state(inputs) };
  }

  async update(id, urn, olds, news) {
    return { outs: state(news) };
  }
}

function state(inputs) {
  const total = inputs.items.reduce((sum, item) => sum + item.size, 0);
  return { ...inputs, total };
}

main(new BenchProvider(), process.argv.slice(2));
