/** Parts that appear as views. */

import { array, resource, string, type View, type ViewStep } from "pulumi-wasm-provider";

/** The part of that name. */
function part(name: string): View {
  const properties = { label: name };
  return { token: "conformance:index:Part", name, inputs: properties, outputs: properties };
}

/** Has parts. */
export const Parts = resource("Parts", {
  inputs: {
    /** The names of the parts. */
    names: array(string()),
  },
  create({ inputs: { names } }, cx) {
    cx.views(names.map((name) => ({ operation: "create", new: part(name) })));
    return { id: "parts" };
  },
  update({ inputs: { names } }, cx) {
    const gone = cx.oldViews.filter((view) => !names.includes(view.name));
    const isOld = (name: string): boolean => cx.oldViews.some((view) => view.name === name);
    const steps: ViewStep[] = [
      ...gone.map((old): ViewStep => ({ operation: "delete", old })),
      ...names.map(
        (name): ViewStep =>
          isOld(name)
            ? { operation: "same", old: part(name), new: part(name) }
            : { operation: "create", new: part(name) },
      ),
    ];
    cx.views(steps);
    return {};
  },
});
