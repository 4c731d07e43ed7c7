import { execFileSync } from 'node:child_process';
import type { Engines } from '@postrider/devtools';

/**
 * The processes that listen on the engines' ports, their own or containers' proxies aside; none where they run on
 * another machine or nobody can tell.
 */
export function engineProcesses({ postgres, redis, rabbitmq }: Engines): number[] {
  const ports = [postgres, redis, rabbitmq].map(({ url }) => new URL(url).port);
  try {
    const sockets = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' }).split('\n');
    return ports.flatMap((port) => {
      const socket = sockets.find((line) => line.includes(`:${port} `));
      const pid = /pid=(\d+)/.exec(socket ?? '')?.[1];
      return pid === undefined ? [] : [Number(pid)];
    });
  } catch {
    return [];
  }
}
