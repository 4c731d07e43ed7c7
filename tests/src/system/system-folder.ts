import fs from 'node:fs';
import path from 'node:path';
import { createDaemon } from '@postrider/devtools';
import { localPath } from '@postrider/testkit';

const systems = (): string => localPath('systems');

/**
 * A folder for the pid files and logs of one system, named after its suite and our process. What earlier runs
 * left behind goes first: their services are stopped when their starter has died.
 */
export async function openSystemFolder(suite: string): Promise<string> {
  await clearAbandoned();
  folders += 1;
  const folder = path.join(systems(), `${suite}-${process.pid}-${folders}`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

let folders = 0;

async function clearAbandoned(): Promise<void> {
  if (!fs.existsSync(systems())) return;
  for (const name of fs.readdirSync(systems())) {
    const owner = Number(/-(\d+)-\d+$/.exec(name)?.[1]);
    if (isAlive(owner)) continue;
    const folder = path.join(systems(), name);
    await stopServices(path.join(folder, 'run'));
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function stopServices(pidFolder: string): Promise<void> {
  if (!fs.existsSync(pidFolder)) return;
  for (const file of fs.readdirSync(pidFolder)) {
    const pidFile = path.join(pidFolder, file);
    await createDaemon({ command: '', args: [], pidFile, logFile: '' }).stop('SIGKILL', 5_000);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
