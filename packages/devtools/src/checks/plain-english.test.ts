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
  'anew',
  'parked',
  'put back',
];
const phrase = new RegExp(`\\b(${phrases.join('|')})(?!\\w)`, 'i');

const checked =
  /\.(md|[cm]?[jt]sx?|prisma|sql|ya?ml|sh|html|css|service|nft|target)$|^docs\/openapi\.json$|(^|\/)Makefile$/;
/** Migrations never change, and the changelog is history. */
const unchecked = /^(CHANGELOG\.md|packages\/db\/prisma\/migrations\/[0-9].*|pnpm-lock\.yaml)$/;
const self = path.relative(projectRoot(), __filename);
/** The Unix user of that name. */
const userName = /['`]nobody['`]/g;

test('texts, comments, names and tests are in plain English', () => {
  const lines = filesIn('.')
    .filter((file) => checked.test(file) && !unchecked.test(file) && file !== self)
    .flatMap((file) =>
      fs
        .readFileSync(path.join(projectRoot(), file), 'utf8')
        .split('\n')
        .map((text, index) => ({ file, line: index + 1, text: text.replace(userName, '') })),
    );
  expect(lines.length).toBeGreaterThan(100_000);
  expect(lines.filter(({ text }) => phrase.test(text)).map(describeLine)).toEqual([]);
});

test.each(['It is told that', 'Left out: none', 'what became of it', 'stands in the log', 'It tells of it'])(
  'finds %s',
  (text) => expect(phrase.test(text)).toBe(true),
);

function describeLine({ file, line, text }: { file: string; line: number; text: string }): string {
  return `${file}:${line}: ${phrase.exec(text)?.[0] ?? ''}`;
}
