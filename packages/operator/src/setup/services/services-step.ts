import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import path from 'node:path';
import { CommandRefused } from '../../command-refused';
import { runProgram, tryProgram } from '../run-program';
import { isWritten, writeSetupFile, type SetupFile } from '../settings/write-file';
import type { Step } from '../step';
import { isActive, runUnits } from './units';

const services = ['api-gateway', 'smtp-relay', 'send-worker', 'webhook-dispatcher', 'metrics-aggregator'];
const socket = 'postrider-api.socket';
const installation = '/opt/postrider';
/** Of what the services were last started with. */
const startedFile = '/var/lib/postrider/setup-started';

/** Migrates the database and starts the services; those that run are started again when their settings or their version changed. */
export function servicesStep(settings: readonly SetupFile[], usesCaddysCertificate: boolean): Step {
  const units = [
    ...['postrider.target', 'postrider-ports.service'],
    ...(usesCaddysCertificate ? ['postrider-certificate.service'] : []),
    ...services.map((name) => `postrider@${name}.service`),
  ];
  const marker = async (): Promise<SetupFile> => {
    const hash = createHash('sha256');
    for (const { path: file, text } of settings) hash.update(`${file}\0${text}\0`);
    const text = `${await installedVersion()} ${hash.digest('hex')}\n`;
    return { path: startedFile, text, mode: 0o600, owner: null };
  };
  return {
    title: 'Services',
    changes: async () => {
      const { stdout } = await tryProgram('systemctl', ['is-active', ...units]);
      const states = stdout.trim().split('\n');
      if (states.some((state) => state !== 'active')) {
        return ['migrate the database', 'start the services, now and at each start of the machine'];
      }
      return (await isWritten(await marker())) ? [] : ['migrate the database', 'restart the services'];
    },
    apply: async () => {
      await runProgram('systemctl', ['daemon-reload']);
      const version = await installedVersion();
      await runUnits('start', [`postrider-migrate@${version}.service`]);
      await runProgram('systemctl', ['enable', ...units]);
      await openSocket();
      await runUnits('restart', units);
      await writeSetupFile(await marker());
      return undefined;
    },
  };
}

/** Keeps the port of the API while the gateway restarts, so it is never restarted itself. A gateway that runs without it has the port. */
async function openSocket(): Promise<void> {
  if (!existsSync(`/usr/lib/systemd/system/${socket}`)) return;
  await runProgram('systemctl', ['enable', socket]);
  if (await isActive(socket)) return;
  await runProgram('systemctl', ['stop', 'postrider@api-gateway.service']);
  await runUnits('start', [socket]);
}

/** Of the folder that /opt/postrider is. */
async function installedVersion(): Promise<string> {
  const target = await readlink(installation).catch(() => '');
  const [, version] = /^postrider-(.+)$/.exec(path.basename(target)) ?? [];
  if (version === undefined) {
    throw new CommandRefused(
      `${installation} is not a link to /opt/postrider-<version>: install the package again.`,
    );
  }
  return version;
}
