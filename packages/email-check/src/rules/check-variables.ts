import type { EmailCheckFinding } from '@postrider/contracts/emails';
import type { CheckedEmail } from '../checked-email';
import { createLineFinder } from '../reading/line-finder';
import type { HtmlDocument } from '../reading/read-html';
import { listPlaces, quoted, type Place } from './finding-list';

/** Counted up to here. */
const placesMax = 1_000;
/** Liquid that was not filled in. What is longer is none. */
const liquid = /\{\{[^{}]{1,200}\}\}|\{%[^{}%]{1,200}%\}/g;

/** Placeholders that readers would see. */
export function checkVariables(
  { subject, text, headers }: Pick<CheckedEmail, 'subject' | 'text' | 'headers'>,
  document: HtmlDocument | null,
): EmailCheckFinding[] {
  const lineOfText = createLineFinder(text ?? '');
  const found = {
    subject: placesIn(subject),
    headers: Object.entries(headers).flatMap(([name, value]) => placesIn(value, { header: name })),
    html: (document?.liquid ?? []).flatMap(({ text: part, at }) =>
      placesIn(part, { lineOf: (index) => document?.lineOf(at + index) }),
    ),
    text: placesIn(text ?? '', { lineOf: lineOfText }),
  } as const;
  return (['subject', 'headers', 'html', 'text'] as const).flatMap((field) =>
    listPlaces(
      { code: 'unfilled_variable', severity: 'error', field },
      found[field],
      (rest) => `${rest} more variables are not filled in.`,
    ),
  );
}

interface Within {
  readonly lineOf?: (at: number) => number | undefined;
  readonly header?: string;
}

function placesIn(text: string, { lineOf, header }: Within = {}): Place[] {
  const places: Place[] = [];
  for (const { 0: variable, index } of text.matchAll(liquid)) {
    const where = header === undefined ? '' : ` in the header ${header}`;
    places.push({ line: lineOf?.(index), message: `${quoted(variable)}${where} is not filled in.` });
    if (places.length === placesMax) break;
  }
  return places;
}
