/** The addresses and variables that a provider asks for. Its user grants them. */
export {};
