/** The types of what an author writes: resources, functions, configuration, the provider. */
export {};
