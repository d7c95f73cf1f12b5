/** What a context knows of a configuration: the type of what hooks get. */
export {};
