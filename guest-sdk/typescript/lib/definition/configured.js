/** The types of the settings and of the client of a configuration, for contexts. */
export {};
