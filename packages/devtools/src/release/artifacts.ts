import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { chartFolder, helm, unpackHelm } from '../deployment/helm';
import { ExplainedError } from '../explained-error';

const timeoutMs = 300_000;

function run(command: string, args: readonly string[], cwd = projectRoot()): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', timeout: timeoutMs, stdio: 'pipe' });
}

/** An npm package: the TypeScript client, or the developers' command line. @returns the archive's name */
export function packNpm(folder: string, name: 'sdk' | 'cli'): string {
  const built = path.join(folder, name);
  const cli = path.join('packages', name, 'src', 'packaging', 'build-package.cli.ts');
  const tarball = run(process.execPath, ['--import', 'tsx', cli, built]).trim();
  fs.rmSync(built, { recursive: true });
  return path.basename(tarball);
}

/** `registry/name@sha256:…`, as a push of the image prints it. */
const imageReference = /^(?<repository>[^@\s]+)@(?<digest>sha256:[0-9a-f]{64})$/;

/** The Helm chart; with an image, its values name exactly that image. @returns the archive's name */
export async function packageChart(folder: string, image: string | null): Promise<string> {
  const copy = path.join(folder, 'postrider');
  fs.cpSync(chartFolder, copy, { recursive: true });
  if (image !== null) {
    const { repository, digest } = imageReference.exec(image)?.groups ?? {};
    if (repository === undefined || digest === undefined)
      throw new ExplainedError(`'${image}' is no image with a digest: registry/name@sha256:…`);
    const values = path.join(copy, 'values.yaml');
    const text = fs.readFileSync(values, 'utf8');
    const filled = text
      .replace(/^ {2}repository: ''$/m, `  repository: ${repository}`)
      .replace(/^ {2}digest: ''$/m, `  digest: ${digest}`);
    fs.writeFileSync(values, filled);
  }
  const said = helm(await unpackHelm('4.1'), ['package', copy, '--destination', copy]);
  const made = /saved it to: (.+)$/m.exec(said)?.[1] ?? '';
  // Helm names it like the npm package.
  const name = path.basename(made).replace('postrider-', 'postrider-chart-');
  fs.renameSync(made, path.join(folder, name));
  fs.rmSync(copy, { recursive: true });
  return name;
}

/** What the image and the Debian package contain. */
export function makeProductionTree(tree: string): void {
  const pnpm = ['npx', '--yes', 'pnpm@10.34.8', '--prefer-offline'];
  run(process.execPath, ['deploy/images/production-tree.mjs', tree, ...pnpm]);
}

/** CycloneDX of the production tree. @returns how many components it names */
export function writeSbom(tree: string, file: string): number {
  fs.copyFileSync(path.join(tree, 'sbom.cdx.json'), file);
  const { components } = JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly components: unknown[] };
  return components.length;
}

/** Images of the Dockerfile and of compose whose tag may be another image tomorrow. */
export function unpinnedImages(): string[] {
  const read = (file: string): string => fs.readFileSync(path.join(projectRoot(), 'deploy', file), 'utf8');
  const composeFiles = fs
    .readdirSync(path.join(projectRoot(), 'deploy', 'compose'))
    .filter((name) => name.endsWith('.yaml'));
  const images = [
    ...read('images/Dockerfile').matchAll(/^ARG \w+_IMAGE=(\S+)/gm),
    ...composeFiles.flatMap((name) => [...read(`compose/${name}`).matchAll(/^ +image: ([a-z]\S+)$/gm)]),
  ].map(([, image = '']) => image);
  return [...new Set(images)].filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image));
}

/** `SHA256SUMS`, as `sha256sum --check` reads it. */
export function writeChecksums(folder: string): void {
  const lines = fs
    .readdirSync(folder)
    .sort()
    .map((name) => {
      const digest = createHash('sha256')
        .update(fs.readFileSync(path.join(folder, name)))
        .digest('hex');
      return `${digest}  ${name}\n`;
    });
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}
