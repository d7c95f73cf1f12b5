/** Properties as the type checker sees them. */
export {};
