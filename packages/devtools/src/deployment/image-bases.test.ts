import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

const images = path.join(projectRoot(), 'deploy', 'images');
const dockerfile = fs.readFileSync(path.join(images, 'Dockerfile'), 'utf8');
const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-bases-'));
  for (const file of ['Dockerfile', 'pin-bases.sh'])
    fs.copyFileSync(path.join(images, file), path.join(folder, file));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** Runs the script with a registry that gives this answer for each image. */
function pin(answer: string): string {
  fs.writeFileSync(
    path.join(folder, 'docker'),
    `#!/bin/sh\necho "$@" >> ${folder}/asked\necho '${answer}'\n`,
    {
      mode: 0o755,
    },
  );
  execFileSync('sh', [path.join(folder, 'pin-bases.sh')], {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    stdio: 'pipe',
  });
  return fs.readFileSync(path.join(folder, 'Dockerfile'), 'utf8');
}

const basesOf = (text: string): string[] =>
  [...text.matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image = '']) => image);

it('every stage begins with a base that can be pinned, or with another stage', () => {
  const known = new Set([...dockerfile.matchAll(/^ARG (\w+)=/gm)].map(([, name = '']) => `\${${name}}`));
  const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)];
  expect(stages.length).toBe(dockerfile.match(/^FROM /gm)?.length);
  for (const [, from = '', name = ''] of stages) {
    expect([...known]).toContain(from);
    known.add(name);
  }
});

it('a pinned base keeps its tag and has one digest, however often it is pinned', () => {
  const tags = basesOf(dockerfile).map((image) => image.replace(/@.*/, ''));
  expect(tags).toHaveLength(2);
  const once = pin(digest);
  expect(basesOf(once)).toEqual(tags.map((tag) => `${tag}@${digest}`));
  expect(pin(digest)).toBe(once);
  const asked = fs.readFileSync(path.join(folder, 'asked'), 'utf8').trimEnd().split('\n');
  expect(asked.map((call) => call.split(' ').at(-1))).toEqual([...tags, ...tags]);
});

it('an answer that is no digest changes nothing', () => {
  expect(() => pin('not found')).toThrow('is no digest');
  expect(fs.readFileSync(path.join(folder, 'Dockerfile'), 'utf8')).toBe(dockerfile);
});
