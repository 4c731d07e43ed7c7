import { readColumnMapping } from '../src/contacts/imports/column-mapping';
import { readContactLayout } from '../src/contacts/imports/contact-layout';
import { readContacts } from '../src/contacts/imports/read-contacts.task';
import { settleProperties } from '../src/contacts/imports/row-properties';
import { addToSurvey, newSurvey } from '../src/imports/survey';
import { surveyRows } from '../src/imports/survey-rows.task';

/** What happens to the rows of a whole file, in their order: what they become, or the code of a refusal. */
export async function readContactFile(text: string | Buffer | readonly string[], columns?: object) {
  const file = Buffer.isBuffer(text) ? text : Buffer.from(typeof text === 'string' ? text : text.join('\n'));
  const mapping = readColumnMapping(columns && JSON.stringify(columns));
  const head = readContactLayout(file, mapping);
  if (!head.ok) throw new Error(head.problem);
  const bytes = file.subarray(head.rowsAt);
  const survey = newSurvey(head.layout, 0);
  const surveyed = await surveyRows({ bytes, isLast: true, layout: head.layout });
  const settled = survey === null ? head : settleProperties(head.layout, addToSurvey(survey, surveyed));
  if ('problem' in settled) throw new Error(settled.problem);
  const part = { bytes, isLast: true, layout: settled.layout, domain: null };
  return { layout: settled.layout, format: head.layout.format, ...(await readContacts(part)) };
}

export async function outcomesOfContacts(
  text: string | readonly string[],
  columns?: object,
): Promise<[string, string[]]> {
  const { format, taken, refused } = await readContactFile(text, columns);
  const rows = [
    ...taken.map((line) => [line.row, 'wish' in line ? line.wish.status : line.suppression.reason] as const),
    ...refused.map(({ row, code }) => [row, code] as const),
  ];
  return [format, rows.sort(([one], [other]) => one - other).map(([, outcome]) => String(outcome))];
}

const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}@example.com`);

/** An export with one person for each value of its status columns. */
export const contactFileOf = (header: string, rows: readonly string[], delimiter = ','): string[] => [
  header,
  ...rows.map((row, index) => `${people[index] ?? ''}${delimiter}${row}`),
];
