/** The types of definitions: resources, components, functions, configuration. */
export {};
