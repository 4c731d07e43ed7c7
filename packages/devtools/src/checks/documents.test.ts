import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

const documents = markdownIn('.').map((file) => ({
  file,
  text: fs.readFileSync(path.join(projectRoot(), file), 'utf8'),
}));
const naming = (pattern: RegExp, folders = /^/) =>
  documents.filter(({ file, text }) => folders.test(file) && pattern.test(text)).map(({ file }) => file);

test('the operator’s commands are called as they can be where only Node.js, git and make are', () => {
  expect(naming(/make postrider ARGS="/)).toEqual(
    expect.arrayContaining(['README.md', 'packages/operator/README.md']),
  );
  expect(naming(/pnpm (run )?postrider|packages\/operator\/bin/)).toEqual([]);
});

test('what is said for production names no command of the development stack', () => {
  expect(naming(/`make |^make /m, /^(docs|deploy|services)\//)).toEqual([]);
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

function markdownIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(projectRoot(), folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules' && name !== 'dist')
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return markdownIn(file);
      return file.endsWith('.md') ? [file] : [];
    });
}
