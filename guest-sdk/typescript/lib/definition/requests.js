/** The requests of hooks. Each hook gets a request and a context. */
export {};
