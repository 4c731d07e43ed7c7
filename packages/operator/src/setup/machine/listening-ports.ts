import { createServer } from 'node:net';
import type { Finding } from '../step';
import { tryProgram } from '../run-program';

/** What other servers and clients reach. */
const publicPorts = [25, 80, 443, 465, 587] as const;
const anyProgram = 'another program';
/** Programs that listen there when Postrider runs; smtp-relay has other ports. */
const ours = new Set(['caddy']);

/** @param isSetUp by an earlier run: where the programs that listen cannot be seen, they are taken for ours */
export async function checkPorts(isSetUp: boolean): Promise<Finding[]> {
  const { code, stdout } = await tryProgram('ss', ['-Hltnp'], { timeoutMs: 10_000 });
  const listeners =
    code === 0 ? readListeners(stdout) : isSetUp ? new Map<number, string>() : await occupied();
  return publicPorts.map((port) => judgePort(port, listeners.get(port)));
}

function judgePort(port: number, listener: string | undefined): Finding {
  const check = `port ${port}`;
  if (listener === undefined) return { check, state: 'ok', detail: 'free' };
  if (ours.has(listener)) return { check, state: 'ok', detail: `used by ${listener}` };
  return {
    ...{ check, state: 'failed', detail: `in use by ${listener}` },
    advice: 'Stop that program, or remove it, then run setup again.',
  };
}

/** Where there is no `ss`, as in the image. */
async function occupied(): Promise<Map<number, string>> {
  const areFree = await Promise.all(publicPorts.map(isFree));
  return new Map(publicPorts.filter((_, index) => !areFree[index]).map((port) => [port, anyProgram]));
}

/** Of `ss -Hltnp`: the program that listens at each port. */
export function readListeners(text: string): Map<number, string> {
  const listeners = new Map<number, string>();
  for (const line of text.split('\n')) {
    const [, , , local = ''] = line.trim().split(/\s+/);
    const [, host = '', port] = /^(.*):(\d+)$/.exec(local) ?? [];
    if (port === undefined || /^(127\.|\[::1\])/.test(host)) continue;
    listeners.set(Number(port), /users:\(\("([^"]+)"/.exec(line)?.[1] ?? anyProgram);
  }
  return listeners;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    // Without the right to open ports below 1024 nothing can be said.
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE'));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}
