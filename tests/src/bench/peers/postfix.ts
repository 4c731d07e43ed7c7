import fs from 'node:fs';
import path from 'node:path';
import { freePort, startPostfix as startOwnPostfix } from '@postrider/testkit';
import type { Environment } from '../measure/child-program';
import { needInstalled } from './installed-program';

export interface Postfix {
  readonly port: number;
  readonly pid: number;
  /** Whether everything taken has left; what is deferred has not. */
  isEmpty(): boolean;
  stop(): Promise<void>;
}

/**
 * A Postfix that takes mail from anybody on this machine, writes it to its queue as it always does (fsync before 250), and
 * discards it from there, unless the settings say otherwise.
 *
 * @param settings of `main.cf`
 * @throws SkippedLine where there is no Postfix
 */
export async function startPostfix(settings: Environment = {}): Promise<Postfix> {
  needInstalled({ name: 'Postfix', program: 'postfix' });
  const port = await freePort();
  const discarding = {
    default_transport: 'discard:',
    relay_transport: 'discard:',
    smtpd_tls_security_level: 'none',
  };
  const postfix = await startOwnPostfix({ port, settings: { ...discarding, ...settings } });
  return {
    port,
    pid: postfix.pid,
    isEmpty: () => queues.every((name) => isEmptyQueue(path.join(postfix.queueFolder, name))),
    stop: () => {
      postfix.stop();
      return Promise.resolve();
    },
  };
}

/** A message is a file in one of them until its last recipient has it. */
const queues = ['maildrop', 'incoming', 'active', 'deferred'] as const;

function isEmptyQueue(folder: string): boolean {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return !entries.some((entry) => entry.isFile());
}
