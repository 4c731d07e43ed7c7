import { spawn } from 'node:child_process';
import { eventually, freePort, startSmtpSink } from '@postrider/testkit';
import { openSmtpClient } from '../measure/smtp-client';
import { findProgram, isRoot } from './installed-program';

export interface FastSink {
  readonly port: number;
  stop(): Promise<void>;
}

const connectionsMax = 256;

/** Postfix's `smtp-sink`, written in C, so that the sink is not what is measured; the tests' own where there is none. */
export async function startFastSink(): Promise<FastSink> {
  const program = findProgram('smtp-sink');
  if (!program) {
    const sink = await startSmtpSink({ messagesKept: 0 });
    return { port: sink.port, stop: () => sink.close() };
  }
  const port = await freePort();
  const user = isRoot() ? ['-u', 'nobody'] : [];
  const child = spawn(program, [...user, `127.0.0.1:${port}`, String(connectionsMax)], { stdio: 'ignore' });
  await eventually(async () => (await openSmtpClient(port)).quit().then(() => true), { what: 'smtp-sink' });
  return {
    port,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}
