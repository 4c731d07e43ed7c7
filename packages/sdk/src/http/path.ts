/**
 * A path with its parts encoded: path`/emails/${id}`. It is made by the call, so that a bad part rejects the call's
 * promise and the method itself never throws.
 *
 * @throws TypeError for a part that would make it another path: an empty one names the list, dots the folder above
 */
export function path(texts: TemplateStringsArray, ...parts: readonly (string | number)[]): () => string {
  return () =>
    texts.reduce((before, text, index) => {
      const part = String(parts[index - 1] ?? '');
      if (/^\.{0,2}$/.test(part)) throw new TypeError(`an id is needed, not ${JSON.stringify(part)}`);
      return before + encodeURIComponent(part) + text;
    });
}
