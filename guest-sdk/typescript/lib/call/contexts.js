/** The contexts of hooks. Each has what its hook may do, and nothing else: the type checker refuses the rest. */
export {};
