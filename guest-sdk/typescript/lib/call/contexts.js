/** The contexts of hooks. Each has only the functions that its hook may call, so that the type checker refuses others. */
export {};
