import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { filesIn } from './project-files';

/** Phrases that nearly always mean a sentence that a native reader has to read twice. Rewrite the sentence, not only the phrase. */
const phrases = [
  'told',
  'tells? of',
  'nobody',
  'somebody',
  'whoever',
  'what (becomes|became) of',
  'left out:',
  'stands? in',
];
const phrase = new RegExp(`\\b(${phrases.join('|')})(?!\\w)`, 'i');

/** Texts that users and operators read: whole Markdown files, the descriptions of the OpenAPI document, literals of these sources. */
const markdown =
  /(^docs\/.*|^(packages|services|tests|deploy)\/.*README|^(README|CONTRIBUTING|SECURITY))\.md$/;
const openApi = /^docs\/openapi\.json$/;
const sources = [
  /^packages\/contracts\/src\/(error-texts|failure-classes|validation-message)\.ts$/,
  /^packages\/contracts\/src\/api\/.*\.ts$/,
  /^packages\/operator\/src\/.*\.ts$/,
  /^packages\/devtools\/src\/commands\/.*\.ts$/,
  /^services\/api-gateway\/src\/.*\.route\.ts$/,
  /^services\/api-gateway\/src\/(public-pages|signup-forms\/pages|public-links|reference|openapi)\/.*\.ts$/,
  /^deploy\/helm\/postrider\/files\/alerts\.yaml$/,
];

test('public texts are in plain English', () => {
  expect(
    publicLines()
      .filter(({ text }) => phrase.test(text))
      .map(describeLine),
  ).toEqual([]);
});

test.each(['It is told that', 'Left out: none', 'what became of it', 'stands in the log', 'It tells of it'])(
  'finds %s',
  (text) => expect(phrase.test(text)).toBe(true),
);

interface Line {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

function publicLines(): Line[] {
  return filesIn('.').flatMap((file) => {
    const wanted = textOf(file);
    if (wanted === null) return [];
    const lines = fs.readFileSync(path.join(projectRoot(), file), 'utf8').split('\n');
    return lines.map((text, index) => ({ file, line: index + 1, text: wanted(text) }));
  });
}

/** What of a line is a public text; null: nothing in this file. */
function textOf(file: string): ((line: string) => string) | null {
  if (markdown.test(file)) return (line) => line;
  if (openApi.test(file)) return (line) => (/^\s*"(description|summary)":/.test(line) ? line : '');
  if (file.endsWith('.test.ts') || !sources.some((pattern) => pattern.test(file))) return null;
  return (line) =>
    /^\s*(\/\/|\/?\*|#)/.test(line) ? '' : (line.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? []).join(' ');
}

function describeLine({ file, line, text }: Line): string {
  return `${file}:${line}: ${phrase.exec(text)?.[0] ?? ''}`;
}
