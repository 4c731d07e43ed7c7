import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { eventually, projectRoot } from '@postrider/testkit';
import type { System } from '../system/system';

/** What systemd does for a socket unit: it opens the port, starts the program with the socket, and starts it again. HUP ends the program. */
const holder = `
use Socket;
$^F = 9;
my $port = shift;
socket(my $listener, PF_INET, SOCK_STREAM, 0) or die $!;
setsockopt($listener, SOL_SOCKET, SO_REUSEADDR, 1) or die $!;
bind($listener, sockaddr_in($port, INADDR_LOOPBACK)) or die $!;
listen($listener, 4096) or die $!;
my ($child, $last);
$SIG{HUP} = sub { kill 'TERM', $child };
$SIG{TERM} = sub { $last = 1; kill 'TERM', $child };
until ($last) {
  $child = fork // die $!;
  if (!$child) { $ENV{LISTEN_PID} = $$; $ENV{LISTEN_FDS} = 1; exec @ARGV; }
  1 until waitpid($child, 0) == $child;
}`;

export interface HeldGateway {
  /** Returns when the next process is ready. */
  restart(): Promise<void>;
  /** Runs the function while the process accepts no connections, as one whose machine has no processor for it. */
  whileSuspended(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Puts a gateway whose socket outlives it in the place of the system's own. */
export async function holdGateway(system: System): Promise<HeldGateway> {
  const name = 'api-gateway-1';
  const gateway = system.processes.named(name);
  const { apiPort, healthPort } = system.replicas.find((replica) => replica.name === name) ?? {};
  await system.processes.stop(name);
  const main = path.join(projectRoot(), 'services', 'api-gateway', 'dist', 'main.js');
  const child = spawn('perl', ['-e', holder, String(apiPort), process.execPath, main], {
    env: { PATH: process.env['PATH'], ...system.settings, HEALTH_PORT: String(healthPort) },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const status = () =>
    fetch(`${gateway.healthUrl}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  const isReady = async () => (await status()) === 200;
  const options = { timeoutMs: 60_000, what: 'the gateway' };
  await eventually(isReady, options);
  return {
    restart: async () => {
      child.kill('SIGHUP');
      await eventually(async () => !(await isReady()), options);
      await eventually(isReady, options);
    },
    whileSuspended: async (work) => {
      const pid = Number(fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
      process.kill(pid, 'SIGSTOP');
      await work().finally(() => process.kill(pid, 'SIGCONT'));
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
