import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { localPath } from '@postrider/testkit';

/** Lines of each log to begin with. */
const linesShown = 40;

/** Shows the logs of all services and development servers; follows them when a person is watching. */
export async function logs(follow = process.stdout.isTTY): Promise<void> {
  const folder = localPath('logs');
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.log')) : [];
  if (files.length === 0) {
    process.stdout.write('No logs yet: make up\n');
    return;
  }
  const args = ['-n', String(linesShown), ...(follow ? ['-F'] : [])];
  const tail = spawn('tail', [...args, ...files.map((name) => path.join(folder, name))], {
    stdio: 'inherit',
  });
  process.on('SIGINT', () => tail.kill());
  await new Promise((resolve) => tail.on('close', resolve));
}
