import fs from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../explained-error';

const semver = /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/;

interface VersionPlace {
  readonly file: string;
  readonly pattern: RegExp;
}

/** Every place that names the version: all parts of a release have the same one. */
function versionPlaces(root: string): VersionPlace[] {
  const manifests = ['packages', 'services'].flatMap((parent) =>
    fs.readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}/package.json`),
  );
  return [
    ...['package.json', 'tests/package.json', ...manifests].map((file) => ({
      file,
      pattern: /(?<=^ {2}"version": ")[^"]+/m,
    })),
    { file: 'deploy/helm/postrider/Chart.yaml', pattern: /(?<=^version: ).+/m },
    { file: 'deploy/helm/postrider/Chart.yaml', pattern: /(?<=^appVersion: ).+/m },
    { file: 'packages/sdk/src/version.ts', pattern: /(?<=version = ')[^']+/ },
    { file: 'clients/python/pyproject.toml', pattern: /(?<=^version = ")[^"]+/m },
    { file: 'clients/python/src/postrider/_api.py', pattern: /(?<=^VERSION = ")[^"]+/m },
    { file: 'clients/go/client.go', pattern: /(?<=^const version = ")[^"]+/m },
    { file: 'clients/php/src/Api.php', pattern: /(?<=const VERSION = ')[^']+/ },
  ];
}

/** The version of the root package. @throws naming each place that says another version */
export function agreedVersion(root: string): string {
  const versions = versionPlaces(root).map(({ file, pattern }) => ({
    file,
    version: pattern.exec(fs.readFileSync(path.join(root, file), 'utf8'))?.[0] ?? 'none',
  }));
  const version = versions[0]?.version ?? 'none';
  const others = versions.filter((each) => each.version !== version);
  if (others.length > 0) {
    const list = others.map((each) => `${each.file}: ${each.version}`).join('\n  ');
    throw new ExplainedError(`package.json has version ${version}, but\n  ${list}`);
  }
  return version;
}

/** Writes a version into every place, and gives the changelog's unreleased lines, or its prepared section, the version's heading. */
export function setVersion(root: string, version: string, date: Date): void {
  if (!semver.test(version))
    throw new ExplainedError(`'${version}' is no version: make version VERSION=1.2.0`);
  const changelog = path.join(root, 'CHANGELOG.md');
  const text = fs.readFileSync(changelog, 'utf8');
  const heading = `## ${version} (${date.toISOString().slice(0, 10)})`;
  const prepared = `## ${version} (unreleased)`;
  if (!text.includes(prepared) && releaseNotes(text, version) !== null)
    throw new ExplainedError(`CHANGELOG.md already has the version ${version}`);
  const [place, replacement] = text.includes(prepared)
    ? [prepared, heading]
    : [/^## Unreleased$/m, `## Unreleased\n\n${heading}`];
  fs.writeFileSync(changelog, text.replace(place, replacement));
  for (const { file, pattern } of versionPlaces(root)) {
    const manifest = path.join(root, file);
    fs.writeFileSync(manifest, fs.readFileSync(manifest, 'utf8').replace(pattern, version));
  }
}

/** The changelog's section of a version, without its heading; null: it has none. */
export function releaseNotes(changelog: string, version: string): string | null {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((each) => each.split(/[\s(]+/)[1] === version);
  return section === undefined ? null : section.replace(/^.*\n/, '').trim();
}
