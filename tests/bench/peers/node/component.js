// The component resource of the benchmark on Pulumi's SDK for Node.js, served by the SDK's own host of components.
//
// It is the leaner one of the SDK's two: the other one reads the types of the source at each start as well.

"use strict";

const pulumi = require("@pulumi/pulumi");
const { main } = require("@pulumi/pulumi/provider");

/** As many pets as it is told. */
class Site extends pulumi.ComponentResource {
  constructor(name, inputs, options) {
    super("bench:index:Site", name, inputs, options);
    const pets = Array.from({ length: inputs.count }, (_, index) => {
      const number = index + 1;
      const pet = { prefix: pulumi.interpolate`${inputs.title}-${number}`, length: 2, keepers: { of: inputs.title } };
      const below = { parent: this, version: "4.18.0" };
      return new pulumi.CustomResource("random:index/randomPet:RandomPet", `${name}-pet-${number}`, pet, below);
    });
    this.names = pulumi.all(pets.map((pet) => pet.id)).apply((ids) => ids.join(" "));
    this.registerOutputs({ names: this.names });
  }
}

class BenchProvider {
  version = "0.1.0";

  async construct(name, type, inputs, options) {
    const site = new Site(name, inputs, options);
    return { urn: site.urn, state: { names: site.names } };
  }
}

main(new BenchProvider(), process.argv.slice(2));
