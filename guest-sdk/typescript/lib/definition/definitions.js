/** The types of what an author writes: resources, components, functions, configuration. */
export {};
