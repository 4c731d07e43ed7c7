import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { localPath } from '@postrider/testkit';
import { chooseEngines } from '../engines/ensure-engines';
import { engineSet, type NamedSet } from '../engines/engine-set';
import { rememberedPortOffset, rememberPortOffset } from '../engines/port-offset';
import { sourceInUse } from '../engines/source-in-use';
import type { Engines } from '../engines/engine';
import { createProgress } from './progress';
import { developmentServers } from '../stack/development-servers';
import { developmentPorts } from '../stack/development-ports';
import { developmentServices } from '../stack/development-services';

const sets: readonly NamedSet[] = ['dev', 'test', 'faults', 'bench'];

/** Stops everything that this checkout has started; the data stays. */
export async function down(): Promise<void> {
  const { step } = createProgress();
  await stopPrograms(step);
  await step('engines', async () => {
    await Promise.all(startedSets().flatMap((engines) => enginesOf(engines).map((engine) => engine.stop())));
  });
}

/** Stops everything and deletes the development data, keys included. */
export async function reset(): Promise<void> {
  const { step } = createProgress();
  await stopPrograms(step);
  await step('engines and their data', async () => {
    await Promise.all(
      startedSets().flatMap((engines) => enginesOf(engines).map((engine) => engine.destroy())),
    );
  });
  const offset = rememberedPortOffset();
  // A process that was just killed may still hold a file for an instant.
  await delay(100);
  fs.rmSync(localPath(), { recursive: true, force: true, maxRetries: 5 });
  // Not data: the other checkout, for which the ports were moved, is still there.
  if (offset !== 0) rememberPortOffset(offset);
}

async function stopPrograms(step: ReturnType<typeof createProgress>['step']): Promise<void> {
  const ports = developmentPorts();
  await step('services', () => Promise.all(developmentServices({}, ports).map((each) => each.stop())));
  await step('DNS server and mail sink', () =>
    Promise.all(developmentServers(ports).map(({ daemon }) => daemon.stop('SIGTERM', 5_000))),
  );
}

function enginesOf({ postgres, redis, rabbitmq }: Engines) {
  return [postgres, redis, rabbitmq];
}

/** Engines given by URL are not ours and leave no trace here. */
function startedSets(): Engines[] {
  return sets.flatMap((name) => {
    const source = sourceInUse(name);
    return source ? [chooseEngines({ set: engineSet(name), sources: [source] })] : [];
  });
}
