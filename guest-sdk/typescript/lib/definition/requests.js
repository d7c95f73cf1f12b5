/** The requests of hooks. Each hook gets one, and the context. */
export {};
