/** The types of assets, archives, and references to resources. */
import { type Type } from "./property.js";
export declare const ASSET: Type;
export declare const ARCHIVE: Type;
export declare const ASSET_OR_ARCHIVE: Type;
/** The types that a reference may refer to. */
export interface Referable {
    readonly name: string;
    readonly module: string | undefined;
}
/** A reference to a resource of one type of the package, or of any type. */
export declare function referenceTo(resource: Referable | undefined): Type;
