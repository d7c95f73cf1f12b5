/** Rules between several properties of one resource, object, configuration or function. */
export {};
