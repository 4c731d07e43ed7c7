export const reportTextCharsMax = 255;

/** A text of a report, without what PostgreSQL and terminals cannot take: control characters and halves of characters. */
export function cleanText(value: string): string {
  return value
    .slice(0, reportTextCharsMax)
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ') // eslint-disable-line no-control-regex -- control characters are what is taken out
    .trim()
    .toWellFormed();
}
