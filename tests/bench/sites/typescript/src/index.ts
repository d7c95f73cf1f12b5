/** The component resource that every peer of the benchmark constructs: resources of another package, and a text of all their ids. */

import { all, component, integer, interpolate, provider, string } from "pulumi-wasm-provider";

/** As many pets as it is told. */
const Site = component("Site", {
  inputs: {
    title: string(),
    /** How many there are. */
    count: integer().plain(),
  },
  outputs: {
    /** The ids of all. */
    names: string(),
  },
  construct({ title, count }, cx) {
    const pets = Array.from({ length: count }, (_, index) => {
      const number = index + 1;
      const pet = { prefix: interpolate`${title}-${number}`, length: 2, keepers: { of: title } };
      return cx.child(`pet-${number}`, "random:index/randomPet:RandomPet", pet);
    });
    return { names: all(pets.map((pet) => pet.id)).apply((ids) => ids.join(" ")) };
  },
});

export default provider({ components: [Site], packages: { random: "4.18.0" } });
