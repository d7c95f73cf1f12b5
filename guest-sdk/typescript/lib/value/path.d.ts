/** The place of a value in a property map, written the way Pulumi reads it: `rules[0].port`, `tags["a.b"]`. */
/** The path of the entry `key` below `parent`; an empty parent is the whole map. */
export declare function keyPath(parent: string, key: string): string;
/** The path of the element at `index` below `parent`. */
export declare function indexPath(parent: string, index: number): string;
/** Whether `path` is `above`, or something inside it. */
export declare function isAtOrBelow(path: string, above: string): boolean;
