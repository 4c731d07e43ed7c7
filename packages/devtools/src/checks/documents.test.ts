import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { filesIn } from './project-files';

const files = filesIn('.');
const read = (file: string) => ({ file, text: fs.readFileSync(path.join(projectRoot(), file), 'utf8') });
const documents = files.filter((file) => file.endsWith('.md')).map(read);
const sources = files.filter((file) => /^(packages|services|tests)\/.*\.ts$/.test(file)).map(read);

const naming = (pattern: RegExp, folders = /^/) =>
  documents.filter(({ file, text }) => folders.test(file) && pattern.test(text)).map(({ file }) => file);

test('the operator’s commands are called as they can be where only Node.js, git and make are', () => {
  expect(naming(/make postrider ARGS="/)).toEqual(
    expect.arrayContaining(['README.md', 'packages/operator/README.md']),
  );
  expect(naming(/pnpm (run )?postrider|packages\/operator\/bin/)).toEqual([]);
});

test('what is said for production names no command of the development stack', () => {
  expect(naming(/`make |^make /m, /^(docs(?!\/releasing)|deploy|services)\//)).toEqual([]);
});

test('every link leads to a file', () => {
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !fs.existsSync(path.join(projectRoot(), path.dirname(file), target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

describe('a file or folder that is named exists', () => {
  const known = new Set(files.flatMap(withFolders));
  /** The last parts of a path name a file too, as long as there is one. */
  const endings = new Set([...known].flatMap((file) => endingsOf(file)));
  const isKnown = (name: string): boolean => {
    const plain = name.replace(/^\.?\//, '').replace(/\/$/, '');
    if (!/[*<…{]/.test(plain)) return endings.has(plain);
    const pattern = new RegExp(
      `(^|/)${plain.replaceAll('.', '\\.').replace(/\*\*\/|\*|<[^>]+>|…|\{[^}]+\}/g, '.*')}$`,
    );
    return [...known].some((file) => pattern.test(file));
  };

  test('in documents', () => {
    expect(documents.flatMap(namesIn).length).toBeGreaterThan(50);
    expect(documents.filter(isHeld).flatMap((document) => missing(document, isKnown))).toEqual([]);
  });

  test('in comments of sources', () => {
    const comments = sources.map(({ file, text }) => ({
      file,
      text: (text.match(/^\s*(\/\*\*|\*|\/\/).*$/gm) ?? []).join('\n'),
    }));
    expect(comments.flatMap((comment) => missing(comment, isKnown))).toEqual([]);
  });
});

/** A changelog names former files. */
function isHeld({ file }: { file: string }): boolean {
  return file !== 'CHANGELOG.md';
}

/** Names in backticks: of a source, and of a place below our top folders. Not of what is made while it runs. */
function missing(
  { file, text }: { file: string; text: string },
  isKnown: (name: string) => boolean,
): string[] {
  return namesIn({ text })
    .filter((name) => !/(^|\/)(dist|node_modules)\//.test(name) && !isKnown(name))
    .map((name) => `${file}: ${name}`);
}

function namesIn({ text }: { text: string }): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter(
      (name) =>
        /^[\w@.*<>…{}/-]+\.(ts|cjs|mjs|sql|prisma|lua)$/.test(name) ||
        /^(packages|services|tests|docs|deploy|src)\/[\w@.*<>…{},/-]+$/.test(name),
    );
}

function withFolders(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

function endingsOf(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_part, index) => parts.slice(index).join('/'));
}
