import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '@postrider/testkit';
import type { ServiceProcess, ServiceSettings } from '../processes/service-process';
import { buildTargets, compilerPath, consoleBuildPath } from './build';
import { developmentPorts } from '../stack/development-ports';
import { bringUpServices, developmentServices } from '../stack/development-services';
import { logs } from './logs';
import { up } from './up';

/** The compiler writes the files of one change within this time. */
const settleMs = 300;

/** `make dev`: the stack in the foreground; services restart when what they are built from changes. Ends with Ctrl-C. */
export async function watch(): Promise<void> {
  const settings = await up();
  const services = () => developmentServices(settings, developmentPorts());
  const compiler = spawn(
    process.execPath,
    [compilerPath(), '-b', '--watch', '--preserveWatchOutput', ...buildTargets()],
    {
      cwd: projectRoot(),
      stdio: 'inherit',
    },
  );
  const consoleBuild = spawn(process.execPath, [consoleBuildPath(), '--watch'], {
    cwd: projectRoot(),
    stdio: 'inherit',
  });
  const outputs = watchOutputs(() => restartChanged(services(), settings));
  const ended = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
    compiler.once('close', () => resolve());
  });
  void logs({ follow: true });
  await ended;
  for (const each of outputs) each.close();
  compiler.kill();
  consoleBuild.kill();
  await Promise.all(services().map((each) => each.stop()));
}

/** Calls `changed` once for each burst of writes; never twice at a time. */
function watchOutputs(changed: () => Promise<void>): fs.FSWatcher[] {
  let pending = false;
  const onWrite = async () => {
    if (pending) return;
    pending = true;
    await delay(settleMs);
    pending = false;
    await changed();
  };
  return ['packages', 'services']
    .flatMap((parent) =>
      fs.readdirSync(path.join(projectRoot(), parent)).map((name) => path.join(parent, name)),
    )
    .map((folder) => path.join(projectRoot(), folder, 'dist'))
    .filter((folder) => fs.existsSync(folder))
    .map((folder) => fs.watch(folder, { recursive: true }, () => void onWrite()));
}

async function restartChanged(services: readonly ServiceProcess[], settings: ServiceSettings): Promise<void> {
  const say = (line: string) => void process.stderr.write(`  ${line}\n`);
  try {
    await bringUpServices(services, settings, say);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
