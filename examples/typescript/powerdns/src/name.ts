/** Domain names in the one spelling that PowerDNS packages: lower case, with the dot at the end. */

/** RFC 1035, 2.3.4: a label has at most 63 octets. */
const LABEL_LIMIT = 63;

/** RFC 1035, 2.3.4: a name has at most 255 octets on the wire, which leaves 254 characters with the dot at the end. */
const NAME_LIMIT = 254;

/** The fault of a text that a person wrote, as a sentence for that person. */
export class Unacceptable extends Error {}

/** A domain name in its canonical spelling. */
export class DomainName {
  private constructor(private readonly name: string) {}

  /** Takes a name as people write it: in any case, with or without the dot at its end. */
  static parse(text: string): DomainName {
    if (text === ".") return new DomainName(text);
    const labels = text.endsWith(".") ? text.slice(0, -1) : text;
    if (labels === "") throw new Unacceptable("a domain name must not be empty");
    if (/[^\0-\x7f]/.test(text)) {
      throw new Unacceptable(`\`${text}\` must be written in its ASCII form, which begins with \`xn--\``);
    }
    if (/[\0-\x20\x7f]/.test(text)) throw new Unacceptable(`\`${text}\` must not contain white space`);
    for (const label of labels.split(".")) {
      if (label === "") throw new Unacceptable(`\`${text}\` has two dots in a row, or a dot at its beginning`);
      if (label.length > LABEL_LIMIT) {
        throw new Unacceptable(`\`${label}\` is longer than the ${LABEL_LIMIT} characters between two dots`);
      }
    }
    const canonical = `${labels.toLowerCase()}.`;
    if (canonical.length > NAME_LIMIT) throw new Unacceptable(`\`${text}\` is longer than ${NAME_LIMIT} characters`);
    return new DomainName(canonical);
  }

  /** Whether this name is `zone` itself or below it. */
  isWithin(zone: DomainName): boolean {
    return zone.name === "." || this.name === zone.name || this.name.endsWith(`.${zone.name}`);
  }

  toString(): string {
    return this.name;
  }

  /**
   * The name as a path segment of an API request.
   *
   * PowerDNS has a special escape here, because proxies stumble over `%2F`.
   */
  toSegment(): string {
    return this.name === "." ? "=2E" : escaped(this.name, /[^\w.-]|_/g, "=");
  }

  /** The name as a value in the query of an API request. */
  toQuery(): string {
    return escaped(this.name, /[^\w.-]/g, "%");
  }
}

function escaped(name: string, what: RegExp, sign: string): string {
  return name.replace(what, (found) => sign + found.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"));
}
