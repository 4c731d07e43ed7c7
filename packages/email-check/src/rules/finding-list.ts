import type { EmailCheckFinding } from '@postrider/contracts/emails';

type Field = NonNullable<EmailCheckFinding['field']>;

/** A place of an email with something wrong in it. */
export interface Place {
  readonly line?: number | undefined;
  readonly message: string;
}

/** Places of one kind that are named; the number of the others follows. */
const placesMax = 20;

/** @param further says that there are more, for example `7 more images have no alternative text.` */
export function listPlaces(
  kind: Pick<EmailCheckFinding, 'code' | 'severity'> & { readonly field: Field },
  places: readonly Place[],
  further: (count: number) => string,
): EmailCheckFinding[] {
  const shown = places.slice(0, placesMax).map(({ line, message }) => ({
    ...kind,
    message,
    ...(line !== undefined && { line }),
  }));
  const rest = places.length - shown.length;
  return rest === 0 ? shown : [...shown, { ...kind, message: further(rest) }];
}

/** On one line, and of bounded length. */
export function quoted(text: string): string {
  const charsMax = 80;
  const line = text
    .slice(0, charsMax * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return (line.length > charsMax ? `${line.slice(0, charsMax - 1)}…` : line).toWellFormed();
}
