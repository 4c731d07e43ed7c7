import fs from 'node:fs';
import { migrate } from '@postrider/db';
import { ensureTlsFiles, localPath, writePrivateFile } from '@postrider/testkit';
import { ensureEngines } from '../engines/ensure-engines';
import { engineSet } from '../engines/engine-set';
import { withFileLock } from '../engines/file-lock';
import { portOffset, rememberedPortOffset, rememberPortOffset } from '../engines/port-offset';
import type { ServiceSettings } from '../processes/service-process';
import { build } from './build';
import { demoDomains } from '../stack/demo-domains';
import { down } from './down';
import { writeDevelopmentFile } from '../stack/development-file';
import { bringUpServer, developmentServers } from '../stack/development-servers';
import { developmentPorts } from '../stack/development-ports';
import { ensureDevelopmentSecrets } from '../stack/development-secrets';
import { bringUpServices, developmentServices } from '../stack/development-services';
import { developmentSettings } from '../stack/development-settings';
import { createProgress, type Progress } from './progress';
import { seed } from '../stack/seed';
import { assertPortsFree, listeningParts } from '../stack/taken-ports';
import { firstMailInstructions } from '../stack/welcome';
import { writeZoneFile } from '../stack/zone-file';

/**
 * Brings the whole development stack up, or back up, from whatever state it is in; two that come together take turns.
 *
 * @returns the services' settings
 */
export function up(): Promise<ServiceSettings> {
  return withFileLock('up', bringUp);
}

async function bringUp(): Promise<ServiceSettings> {
  const { step } = createProgress();
  await leaveOldPorts(step);
  const ports = developmentPorts();
  await step('ports', () => assertPortsFree(listeningParts(ports)));
  rememberPortOffset(portOffset());

  const [engines] = await bothOrFirstFailure([
    step('engines: PostgreSQL, Redis, RabbitMQ', (report) =>
      ensureEngines({ set: engineSet('dev'), report }),
    ),
    step('build', () => build()),
  ]);
  const [secrets, tls] = await step('secrets and certificates', () =>
    Promise.all([ensureDevelopmentSecrets(), ensureTlsFiles()]),
  );
  await step('database schema', async (report) => {
    const { applied } = await migrate({ databaseUrl: engines.postgres.url });
    for (const name of applied) report(`applied ${name}`);
  });
  const organizationId = await step('demo organization, domains and keys', () =>
    seed(engines.postgres.url, secrets),
  );

  writeZoneFile(demoDomains(secrets));
  const settings = developmentSettings({ engines, ports, secrets, tls });
  writeEnvFile(settings);
  await step('DNS server and mail sink', () => Promise.all(developmentServers(ports).map(bringUpServer)));
  await step('services', (report) => bringUpServices(developmentServices(settings, ports), settings, report));
  writeDevelopmentFile({ ports, secrets, tls, organizationId });
  process.stdout.write(firstMailInstructions(ports, secrets));
  return settings;
}

/** What runs at the ports of an earlier `PORT_OFFSET` is stopped. */
async function leaveOldPorts(step: Progress['step']): Promise<void> {
  const before = rememberedPortOffset();
  if (before === portOffset() || !fs.existsSync(localPath('run'))) return;
  await step(`stopping what runs at PORT_OFFSET=${before}`, () => down());
}

/** Waits for both before it throws, so that the failure's text stands last. */
async function bothOrFirstFailure<A, B>(works: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** `.local/env`: what the services run with, ready for `set -a; . .local/env` in a shell. */
function writeEnvFile(settings: ServiceSettings): string {
  const file = localPath('env');
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'`,
  );
  writePrivateFile(file, `${lines.join('\n')}\n`);
  return file;
}
