/** Assets and archives: files that a program gives, which only the host ever opens. */

import { ProviderError, UnavailableError } from "../errors.js";
import { ask } from "../host/current.js";
import { decodeText, encodeText } from "../host/utf8.js";

/** The size of one read from the host, in bytes. */
const CHUNK = 1 << 18;

type Content = { readonly handle: number } | { readonly text: string } | undefined;

/**
 * One file, or a text in its place.
 *
 * The content is read from the host on access. It is available only in the call that received it: `diff`, `read`,
 * `delete` and old values only have the hash. Reading fails with the host's errors: with `NotFoundError`,
 * `DeniedError`, `UnavailableError` and so on.
 */
export class Asset {
  /** SHA-256 of the content, in hexadecimal; `undefined` for an asset that the provider makes. */
  readonly hash: string | undefined;
  /** The place of the content. Internal to this package. */
  readonly _content: Content;

  /** Use {@link Asset.of} for an asset that the provider makes. */
  constructor(content: Content, hash?: string) {
    this._content = content;
    this.hash = hash;
  }

  /** An asset that the provider makes. */
  static of(text: string): Asset {
    return new Asset({ text });
  }

  /** The size in bytes. */
  size(): number {
    const content = this.#there();
    return "text" in content ? encodeText(content.text).length : ask("an asset", (host) => host.asset.open(content.handle).size);
  }

  /** The whole content. */
  bytes(): Uint8Array {
    const parts = [...this.chunks()];
    const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    return bytes;
  }

  /** The whole content as text. */
  text(): string {
    const content = this.#there();
    if ("text" in content) return content.text;
    const text = decodeText(this.bytes());
    if (text === undefined) throw new ProviderError("the asset is not text");
    return text;
  }

  /** The content in pieces, for files that are too large for the provider's memory. */
  *chunks(): Generator<Uint8Array, void, undefined> {
    const content = this.#there();
    if ("text" in content) {
      yield encodeText(content.text);
      return;
    }
    for (let offset = 0; ; ) {
      const part = ask("an asset", (host) => host.asset.read(content.handle, offset, CHUNK));
      if (part.length === 0) return;
      yield part;
      offset += part.length;
    }
  }

  #there(): NonNullable<Content> {
    if (this._content === undefined) throw absent();
    return this._content;
  }
}

/** A file in an archive. */
export interface ArchiveEntry {
  /** Its path in the archive, with `/` between the parts. */
  readonly path: string;
  /** The file. */
  readonly asset: Asset;
}

/** Several files with their paths. */
export class Archive {
  /** SHA-256 of the archive as Pulumi computes it, in hexadecimal. */
  readonly hash: string | undefined;
  /** The host's number of the archive. Internal to this package. */
  readonly _handle: number | undefined;

  /** Internal to this package: only programs make archives. */
  constructor(handle: number | undefined, hash?: string) {
    this._handle = handle;
    this.hash = hash;
  }

  /** The files of the archive and of archives inside it, sorted by path. */
  entries(): ArchiveEntry[] {
    const handle = this._handle;
    if (handle === undefined) throw absent();
    const entries = ask("an archive", (host) => host.asset.entries(handle));
    return entries.map((entry) => ({ path: entry.path, asset: new Asset({ handle: entry.handle }) }));
  }
}

/** The error for content that this call did not receive. */
export function absent(): UnavailableError {
  return new UnavailableError("the content did not come with this call; only the hash can be compared");
}
