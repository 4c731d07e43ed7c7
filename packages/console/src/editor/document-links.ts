const variable = /\{\{\s*[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*\s*\}\}/g;

/** As far as the console can tell; the API looks closer. */
export function isLink(text: string): boolean {
  const plain = text.replace(variable, 'x');
  if (plain === 'x') return !/^\{\{\s*contact\./.test(text);
  return /^(?:https?:\/\/[^\s{}"<>/]|mailto:[^\s{}"<>]|tel:[^\s{}"<>])[^\s{}"<>]*$/i.test(plain);
}

export function isImageUrl(text: string): boolean {
  // A development stack serves images without TLS.
  return /^(?:https:\/\/|http:\/\/(?:localhost|127\.[\d.]+)[:/])[^\s{}"<>/][^\s{}"<>]*$/i.test(text);
}

/** `acme.example` and `ada@acme.example` as the links that they mean. */
export function asLink(text: string): string {
  const typed = text.trim();
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(typed)) return `mailto:${typed}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(typed) ? `https://${typed}` : typed;
}
