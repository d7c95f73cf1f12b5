/** Assets and archives: files that a program gives, which only the host ever opens. */
import { UnavailableError } from "../errors.js";
type Content = {
    readonly handle: number;
} | {
    readonly text: string;
} | undefined;
/**
 * One file, or a text in its place.
 *
 * The content is read from the host on access. It is available only in the call that received it: `diff`, `read`,
 * `delete` and old values only have the hash. Reading fails with the host's errors: with `NotFoundError`,
 * `DeniedError`, `UnavailableError` and so on.
 */
export declare class Asset {
    #private;
    /** SHA-256 of the content, in hexadecimal; `undefined` for an asset that the provider makes. */
    readonly hash: string | undefined;
    /** The place of the content. Internal to this package. */
    readonly _content: Content;
    /** Use {@link Asset.of} for an asset that the provider makes. */
    constructor(content: Content, hash?: string);
    /** An asset that the provider makes. */
    static of(text: string): Asset;
    /** The size in bytes. */
    size(): number;
    /** The whole content. */
    bytes(): Uint8Array;
    /** The whole content as text. */
    text(): string;
    /** The content in pieces, for files that are too large for the provider's memory. */
    chunks(): Generator<Uint8Array, void, undefined>;
}
/** A file in an archive. */
export interface ArchiveEntry {
    /** Its path in the archive, with `/` between the parts. */
    readonly path: string;
    /** The file. */
    readonly asset: Asset;
}
/** Several files with their paths. */
export declare class Archive {
    /** SHA-256 of the archive as Pulumi computes it, in hexadecimal. */
    readonly hash: string | undefined;
    /** The host's number of the archive. Internal to this package. */
    readonly _handle: number | undefined;
    /** Internal to this package: only programs make archives. */
    constructor(handle: number | undefined, hash?: string);
    /** The files of the archive and of archives inside it, sorted by path. */
    entries(): ArchiveEntry[];
}
/** The error for content that this call did not receive. */
export declare function absent(): UnavailableError;
export {};
