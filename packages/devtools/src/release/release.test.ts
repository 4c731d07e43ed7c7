import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { chartFolder, examplesFolder, hasHelm, helm, unpackHelm } from '../deployment/helm';
import { packageChart } from './artifacts';
import { release } from './release';
import { agreedVersion, releaseNotes, setVersion } from './versions';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'release-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

const versioned = [
  ...['CHANGELOG.md', 'package.json', 'tests/package.json', 'packages/sdk/src/version.ts'],
  ...['clients/python/pyproject.toml', 'clients/python/src/postrider/_api.py'],
  ...['clients/go/client.go', 'clients/php/src/Api.php'],
];

/** The files of this project that name the version. */
function copyProject(): void {
  const manifests = ['packages', 'services'].flatMap((parent) =>
    fs.readdirSync(path.join(projectRoot(), parent)).map((name) => `${parent}/${name}/package.json`),
  );
  for (const file of [...versioned, ...manifests, 'deploy/helm/postrider/Chart.yaml']) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.copyFileSync(path.join(projectRoot(), file), path.join(folder, file));
  }
}

test('a new version is written into every place, and the changelog gets its section', () => {
  copyProject();
  fs.writeFileSync(
    path.join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 0.0.9\n\n- First.\n',
  );
  setVersion(folder, '7.8.9', new Date('2026-12-01T10:00:00Z'));
  expect(agreedVersion(folder)).toBe('7.8.9');
  for (const file of versioned)
    expect([file, fs.readFileSync(path.join(folder, file), 'utf8')]).toEqual([
      file,
      expect.stringContaining('7.8.9'),
    ]);
  const changelog = fs.readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8');
  expect(changelog).toContain('## Unreleased\n\n## 7.8.9 (2026-12-01)\n\n- Faster.\n');
  expect(releaseNotes(changelog, '7.8.9')).toBe('- Faster.');
  expect(releaseNotes(changelog, '7.8')).toBeNull();
  expect(() => setVersion(folder, '7.8.9', new Date())).toThrow('already has the version 7.8.9');
  expect(() => setVersion(folder, 'seven', new Date())).toThrow("'seven' is no version");
});

test('a prepared section gets the date of its release', () => {
  copyProject();
  const changelog = path.join(folder, 'CHANGELOG.md');
  fs.writeFileSync(changelog, '# Changelog\n\n## Unreleased\n\n## 7.8.9 (unreleased)\n\n- Faster.\n');
  setVersion(folder, '7.8.9', new Date('2026-12-01T10:00:00Z'));
  expect(fs.readFileSync(changelog, 'utf8')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 7.8.9 (2026-12-01)\n\n- Faster.\n',
  );
});

test('a place with another version is named', () => {
  copyProject();
  const chart = path.join(folder, 'deploy/helm/postrider/Chart.yaml');
  fs.writeFileSync(chart, fs.readFileSync(chart, 'utf8').replace(/^appVersion: .*/m, 'appVersion: 9.9.9'));
  expect(() => agreedVersion(folder)).toThrow('deploy/helm/postrider/Chart.yaml: 9.9.9');
});

test('a tag that is not the version is refused before anything is made', async () => {
  const step = <T>(_title: string, work: (report: () => void) => Promise<T>) => work(() => undefined);
  await expect(release({ step, tag: 'v99.0.0', folder: path.join(folder, 'made') })).rejects.toThrow(
    /the tag is v99\.0\.0, the version/,
  );
  expect(fs.readdirSync(folder)).toEqual([]);
});

(hasHelm ? test : test.skip)('the chart of a release names the image by its digest', async () => {
  const digest = `sha256:${'ab'.repeat(32)}`;
  const archive = await packageChart(folder, `registry.example.com/mail/postrider@${digest}`);
  const values = ['--values', path.join(examplesFolder, 'minimal.yaml')];
  const program = await unpackHelm('4.1');
  expect(helm(program, ['show', 'values', path.join(folder, archive)])).toContain(`digest: ${digest}`);
  expect(helm(program, ['template', 'mail', path.join(folder, archive), ...values])).toContain(`@${digest}`);
  await expect(packageChart(folder, 'registry.example.com/postrider:1.0.0')).rejects.toThrow(
    'is no image with a digest',
  );
  expect(fs.readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8')).toContain("digest: ''");
});
