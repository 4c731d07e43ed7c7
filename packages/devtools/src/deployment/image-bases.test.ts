import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

const deploy = path.join(projectRoot(), 'deploy');
const dockerfile = fs.readFileSync(path.join(deploy, 'images', 'Dockerfile'), 'utf8');
const compose = fs.readFileSync(path.join(deploy, 'compose', 'compose.yaml'), 'utf8');
const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-bases-'));
  for (const name of ['images', 'compose']) fs.mkdirSync(path.join(folder, name));
  for (const file of ['images/Dockerfile', 'images/pin-bases.sh', 'compose/compose.yaml'])
    fs.copyFileSync(path.join(deploy, file), path.join(folder, file));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');

/** Runs the script with a registry that gives this answer for each image. */
function pin(answer: string): { dockerfile: string; compose: string } {
  fs.writeFileSync(
    path.join(folder, 'docker'),
    `#!/bin/sh\necho "$@" >> ${folder}/asked\necho '${answer}'\n`,
    {
      mode: 0o755,
    },
  );
  execFileSync('sh', [path.join(folder, 'images', 'pin-bases.sh')], {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    stdio: 'pipe',
  });
  return { dockerfile: read('images/Dockerfile'), compose: read('compose/compose.yaml') };
}

const basesOf = (text: string): string[] =>
  [...text.matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image = '']) => image);
/** Not the one that is built here. */
const enginesOf = (text: string): string[] =>
  [...text.matchAll(/^ +image: ([^$\n]+)$/gm)].map(([, image = '']) => image);

it('every stage begins with a base that can be pinned, or with another stage', () => {
  const known = new Set([...dockerfile.matchAll(/^ARG (\w+)=/gm)].map(([, name = '']) => `\${${name}}`));
  const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)];
  expect(stages.length).toBe(dockerfile.match(/^FROM /gm)?.length);
  for (const [, from = '', name = ''] of stages) {
    expect([...known]).toContain(from);
    known.add(name);
  }
});

it('a pinned image keeps its tag and has one digest, however often it is pinned', () => {
  const bases = basesOf(dockerfile).map((image) => image.replace(/@.*/, ''));
  const engines = enginesOf(compose).map((image) => image.replace(/@.*/, ''));
  expect([bases.length, engines.length]).toEqual([2, 5]);
  const once = pin(digest);
  expect(basesOf(once.dockerfile)).toEqual(bases.map((tag) => `${tag}@${digest}`));
  expect(enginesOf(once.compose)).toEqual(engines.map((tag) => `${tag}@${digest}`));
  expect(pin(digest)).toEqual(once);
  const asked = read('asked').trimEnd().split('\n');
  const each = [...bases, ...new Set(engines)].sort();
  expect(asked.map((call) => call.split(' ').at(-1)).sort()).toEqual([...each, ...each].sort());
});

it('an answer that is no digest changes nothing', () => {
  expect(() => pin('not found')).toThrow('is no digest');
  expect(read('images/Dockerfile')).toBe(dockerfile);
});
