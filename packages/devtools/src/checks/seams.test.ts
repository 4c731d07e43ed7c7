import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

const page = fs.readFileSync(path.join(projectRoot(), 'docs/third-party-seams.md'), 'utf8');

/** What a source looks like that reaches into a library. Types alone change nothing at run time; mailauth documents its folder. */
const reaches = [
  /^import (?!type )[^;]* from '(?!mailauth\/)(?:@[\w-]+\/)?[\w-]+\/(?:lib|dist|src|build)\//m,
  /[\w)\]?]\._(?!domainkey|sum\b|dmarc|spf|amazonses|core|check|tcp|tls)[a-z]\w*/,
  /\b[A-Z]\w+\.prototype\b/,
];

const sources = ['packages', 'services'].flatMap((folder) =>
  fs
    .readdirSync(path.join(projectRoot(), folder))
    .map((name) => path.join(folder, name, 'src'))
    .filter((source) => fs.existsSync(path.join(projectRoot(), source)))
    .flatMap((source) =>
      fs
        .readdirSync(path.join(projectRoot(), source), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^generated\//.test(file))
        .map((file) => path.join(source, file)),
    ),
);

test('every source that reaches into a library is on the page of seams', () => {
  const reaching = sources.filter((file) => {
    const text = fs.readFileSync(path.join(projectRoot(), file), 'utf8');
    const code = text.replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '');
    return reaches.some((pattern) => pattern.test(code));
  });
  expect(reaching.length).toBeGreaterThan(5);
  expect(reaching.filter((file) => !page.includes(`\`${file}\``))).toEqual([]);
});

test('every seam has a test', () => {
  // The last section lists code of ours, which reaches into no library.
  const [seams = ''] = page.split('## Own code instead of a library');
  const rows = seams.split('\n').filter((line) => /^\|.*`(packages|services)\//.test(line));
  expect(rows.filter((row) => !/`[^`]+\.test\.ts`/.test(row))).toEqual([]);
});
