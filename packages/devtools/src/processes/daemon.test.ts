import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import { createDaemon, type Daemon } from './daemon';
import { descendantsOf } from './process-tree';

let folder: string;
let daemon: Daemon;
const started: Daemon[] = [];

function shell(script: string): Daemon {
  const created = createDaemon({
    command: 'sh',
    args: ['-c', script],
    pidFile: path.join(folder, 'daemon.pid'),
    logFile: path.join(folder, 'daemon.log'),
  });
  started.push(created);
  return created;
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'daemon-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop('SIGKILL', 1_000)));
  fs.rmSync(folder, { recursive: true });
});

test('another process finds it by its pid file, and starting again changes nothing', () => {
  daemon = shell('echo begun; sleep 60');
  daemon.start();
  const pid = daemon.pid();
  expect(pid).toBeGreaterThan(1);
  shell('sleep 60').start();
  expect(shell('sleep 60').pid()).toBe(pid);
});

test('a pid that belongs to a younger process is not taken for it', () => {
  daemon = shell('sleep 60');
  daemon.start();
  const pidFile = path.join(folder, 'daemon.pid');
  const [pid = ''] = fs.readFileSync(pidFile, 'utf8').split(' ');
  fs.writeFileSync(pidFile, `${pid} 1\n`);
  expect(shell('').pid()).toBeUndefined();
  process.kill(Number(pid), 'SIGKILL');
});

test('one that ignores SIGTERM is killed after its grace, its children with it', async () => {
  daemon = shell('trap "" TERM; sleep 60 & sleep 60; sleep 60');
  daemon.start();
  const pid = daemon.pid() ?? 0;
  const children = await eventually(() => {
    const found = descendantsOf(pid);
    return found.length === 2 && found;
  });
  await daemon.stop('SIGTERM', 300);
  expect(daemon.pid()).toBeUndefined();
  await eventually(() => (children || []).every((child) => !fs.existsSync(`/proc/${child}`)));
});

test('a command that does not exist leaves its reason in the log', async () => {
  daemon = createDaemon({
    command: path.join(folder, 'nothing'),
    args: [],
    pidFile: path.join(folder, 'daemon.pid'),
    logFile: path.join(folder, 'daemon.log'),
  });
  daemon.start();
  await eventually(() => fs.readFileSync(daemon.logFile, 'utf8').includes('ENOENT'));
  expect(daemon.pid()).toBeUndefined();
});
