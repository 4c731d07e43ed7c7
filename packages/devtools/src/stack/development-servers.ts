import path from 'node:path';
import { eventually, localPath, projectRoot } from '@postrider/testkit';
import { ExplainedError } from '../explained-error';
import { createDaemon, type Daemon } from '../processes/daemon';
import { lastLines } from '../processes/last-lines';
import { isListening } from '../processes/listening-port';
import type { DevelopmentPorts } from './development-ports';
import { zoneFile } from './zone-file';

/** The two programs beside the services that stand for the world outside: its DNS and its mailboxes. */
export interface DevelopmentServer {
  readonly name: 'mail sink' | 'DNS server';
  readonly ports: readonly number[];
  readonly daemon: Daemon;
}

const startTimeoutMs = 20_000;

export function developmentServers(ports: DevelopmentPorts): DevelopmentServer[] {
  return [
    {
      name: 'mail sink',
      ports: [ports.sinkSmtp, ports.sinkApi],
      daemon: serverDaemon('mail-sink', 'development-servers/mail-sink/mail-sink.main.js', [
        String(ports.sinkSmtp),
        String(ports.sinkApi),
        `http://127.0.0.1:${ports.api}/console/inbox`,
      ]),
    },
    {
      name: 'DNS server',
      ports: [ports.dns],
      daemon: serverDaemon('dns', 'development-servers/dns.main.js', [String(ports.dns), zoneFile()]),
    },
  ];
}

export async function bringUpServer({ name, ports, daemon }: DevelopmentServer): Promise<void> {
  daemon.start();
  const ready = async () => daemon.pid() === undefined || (await areOpen(ports));
  await eventually(ready, { timeoutMs: startTimeoutMs }).catch(() => undefined);
  if (daemon.pid() !== undefined && (await areOpen(ports))) return;
  throw new ExplainedError(
    `The ${name} did not start on the ports ${ports.join(', ')}.\n` +
      `Last lines of ${daemon.logFile}:\n${lastLines(daemon.logFile, 10)}`,
  );
}

export async function areOpen(ports: readonly number[]): Promise<boolean> {
  const open = await Promise.all(ports.map(isListening));
  return open.every(Boolean);
}

function serverDaemon(name: string, script: string, args: readonly string[]): Daemon {
  const file = path.join(projectRoot(), 'packages', 'devtools', 'dist', script);
  return createDaemon({
    command: process.execPath,
    // The sink keeps its messages in memory; this is its bound.
    args: ['--max-old-space-size=768', file, ...args],
    environment: { PATH: process.env['PATH'] },
    workingDirectory: projectRoot(),
    pidFile: localPath('run', `${name}.pid`),
    logFile: localPath('logs', `${name}.log`),
  });
}
