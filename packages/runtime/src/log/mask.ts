/**
 * Masks everything in a text that looks like an address or like credentials in a URL. `jane.doe@example.com` becomes
 * `j***@example.com`: enough to find a case, not enough to write to the person.
 */
export function maskText(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]{1,512}@/gi, '$1***@')
    .replace(
      /[\w.!#$%&'+=?^`{|}~-]{1,64}@(?=(?:[\w-]{1,63}\.){1,10}[a-z]{2,63}\b)/gi,
      (local) => `${local.slice(0, 1)}***@`,
    );
}

/** One that is known to be an address, in whatever alphabet. */
export function maskAddress(address: string): string {
  return `${address.slice(0, 1)}***${address.slice(Math.max(1, address.lastIndexOf('@')))}`;
}

/** `scheme://host:port` of a connection URL, without credentials, path or query. */
export function addressOfUrl(url: string): string {
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^.*@/, '')
    .replace(/[/?#].*$/, '');
}
