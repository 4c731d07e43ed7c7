import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { EngineError } from '@postrider/devtools';
import { localPath, projectRoot } from '@postrider/testkit';

/** What counts as the last release until there is a tag. */
const releaseBeforeTags = 'c7503880a6443ec4f1c07777cd81424d6e62cb50';
const pnpm = 'pnpm@10.34.8';
const packagesTimeoutMs = 600_000;

/**
 * The newest tag `v*` below this commit, or `releaseBeforeTags`.
 * @returns its commit; null: this clone does not have it
 */
export function findLastRelease(): string | null {
  // Of this commit itself is the tag that is being released.
  const described = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  const name = described.status === 0 ? described.stdout.trim() : releaseBeforeTags;
  const found = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  return found.status === 0 ? found.stdout.trim() : null;
}

export const lastReleaseMissing =
  'This clone does not have the last release (it is shallow, or without tags): git fetch --unshallow --tags';

/**
 * Extracts and builds the services of the last release, once.
 * @returns where they are
 * @throws EngineError
 */
export function buildLastRelease(say: (line: string) => void): string {
  const commit = findLastRelease();
  if (commit === null) throw new EngineError(lastReleaseMissing);
  const root = localPath('releases', commit);
  const stamp = path.join(root, '.built');
  if (fs.existsSync(stamp)) return root;
  say(`building the last release, ${commit.slice(0, 8)}, some minutes`);
  fs.rmSync(root, { recursive: true, force: true });
  extract(commit, root);
  run(root, ['npx', '--yes', pnpm, 'install', '--frozen-lockfile', '--prefer-offline']);
  // /bin/true stands for an engine that is never used, so none is downloaded.
  run(root, ['npx', '--yes', pnpm, 'generate'], { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' });
  const services = fs.readdirSync(path.join(root, 'services')).map((name) => `services/${name}`);
  run(root, [process.execPath, 'node_modules/typescript7/bin/tsc', '-b', ...services]);
  fs.writeFileSync(stamp, '');
  return root;
}

/** Writes the files of a commit, or those below `under`, into a folder. */
export function extract(commit: string, folder: string, under = '.'): void {
  fs.mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, '.archive.tar');
  run(projectRoot(), ['git', 'archive', '--format=tar', `--output=${archive}`, commit, under]);
  run(folder, ['tar', '-xf', archive]);
  fs.rmSync(archive);
}

function git(...args: readonly string[]): { status: number | null; stdout: string } {
  return spawnSync('git', args, { cwd: projectRoot(), encoding: 'utf8' });
}

function run(
  folder: string,
  [command = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: packagesTimeoutMs,
    env: { ...process.env, CI: 'true', ...environment },
  });
  if (status === 0) return;
  const said = `${stdout ?? ''}${stderr ?? ''}`.split('\n').slice(-20).join('\n');
  throw new EngineError(
    `The last release could not be built: ${command} ${args.join(' ')}: ${error?.message ?? said}`,
  );
}
