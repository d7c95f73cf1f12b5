/** The version of this package. A test holds it to `package.json`. */
export declare const VERSION = "0.1.0";
