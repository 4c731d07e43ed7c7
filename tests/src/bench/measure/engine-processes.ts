import { execFileSync } from 'node:child_process';
import type { Engines } from '@postrider/devtools';

export interface EngineProcess {
  readonly name: string;
  readonly pid: number;
}

/** The processes that listen on the engines' ports; none for an engine in a container or on another machine. */
export function engineProcesses({ postgres, redis, rabbitmq }: Engines): EngineProcess[] {
  const urls = { PostgreSQL: postgres.url, Redis: redis.url, RabbitMQ: rabbitmq.url };
  try {
    const sockets = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' }).split('\n');
    return Object.entries(urls).flatMap(([name, url]) => {
      const socket = sockets.find((line) => line.includes(`:${new URL(url).port} `));
      const pid = /pid=(\d+)/.exec(socket ?? '')?.[1];
      return pid === undefined ? [] : [{ name, pid: Number(pid) }];
    });
  } catch {
    return [];
  }
}
