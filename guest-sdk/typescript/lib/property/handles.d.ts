/** The types of assets, archives, and references to resources. */
import { Archive, Asset } from "../value/asset.js";
import { type Json } from "../value/json.js";
import { ResourceReference } from "../value/reference.js";
import { type Type } from "./property.js";
/** Writes a file, or several. */
export declare function encodeFile(file: Asset | Archive): Json;
export declare const ASSET: Type;
export declare const ARCHIVE: Type;
export declare const ASSET_OR_ARCHIVE: Type;
/** Writes a reference. */
export declare function encodeReference(value: ResourceReference): Json;
/** The types that a reference may refer to. */
export interface Referable {
    readonly name: string;
    readonly module: string | undefined;
}
/** A reference to a resource of one type of the package, or of any type. */
export declare function referenceTo(resource: Referable | undefined): Type;
