import { isLoopback } from '@postrider/runtime';
import { runProgram, tryProgram } from '../run-program';
import { isWritten, readIfThere, writeSetupFile, type SetupFile } from '../settings/write-file';
import type { Step } from '../step';
import { runUnits } from '../services/units';

const debianFile = '/etc/redis/redis.conf';
const ownFile = '/etc/redis/postrider.conf';
const includeLine = `include ${ownFile}`;

/** Password, append-only file and `noeviction` in the Redis of this machine: an evicted counter would let mail go twice. */
export function redisStep(
  url: string,
  { memoryMb, owner }: { readonly memoryMb: number; readonly owner: SetupFile['owner'] },
): Step {
  const { hostname, password } = new URL(url);
  const file: SetupFile = {
    path: ownFile,
    text: [
      '# Written by `postrider setup`.',
      `requirepass ${decodeURIComponent(password)}`,
      'appendonly yes',
      'save ""',
      `maxmemory ${memoryMb}mb`,
      'maxmemory-policy noeviction',
      '',
    ].join('\n'),
    mode: 0o640,
    owner,
  };
  const isIncluded = async (): Promise<boolean> =>
    (await readIfThere(debianFile)).split('\n').includes(includeLine);
  return {
    title: 'Redis',
    changes: async () => {
      if (!isLoopback(hostname)) return [];
      const isDone = (await isWritten(file)) && (await isIncluded()) && (await isInForce(url));
      return isDone ? [] : [`write ${ownFile}, and restart Redis`];
    },
    apply: async () => {
      await writeSetupFile(file);
      if (!(await isIncluded())) {
        const text = await readIfThere(debianFile);
        await writeSetupFile({ ...file, path: debianFile, text: `${text.trimEnd()}\n\n${includeLine}\n` });
      }
      await runProgram('systemctl', ['enable', 'redis-server']);
      await runUnits('restart', ['redis-server.service']);
      return undefined;
    },
  };
}

/** An interrupted run may have written the file alone. */
async function isInForce(url: string): Promise<boolean> {
  const { hostname, port, password } = new URL(url);
  const { stdout } = await tryProgram(
    'redis-cli',
    ['-h', hostname, '-p', port || '6379', 'config', 'get', 'maxmemory-policy'],
    { env: { REDISCLI_AUTH: decodeURIComponent(password) }, timeoutMs: 10_000 },
  );
  return stdout.includes('noeviction');
}
