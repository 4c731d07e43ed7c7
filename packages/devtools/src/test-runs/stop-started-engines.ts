import type { Engine } from '../engines/engine';
import { engineSet, type NamedSet } from '../engines/engine-set';
import { chooseEngines } from '../engines/ensure-engines';
import { sourceInUse } from '../engines/source-in-use';

/** @returns what stops the set's own engines, except those that are up now */
export async function stopStartedEngines(set: NamedSet): Promise<() => Promise<void>> {
  const running = new Set<string>();
  for (const engine of ownEngines(set)) if (await engine.isReady()) running.add(engine.name);
  return async () => {
    const started = ownEngines(set).filter(({ name }) => !running.has(name));
    await Promise.all(started.map((engine) => engine.stop()));
  };
}

function ownEngines(name: NamedSet): Engine[] {
  const source = sourceInUse(name);
  if (!source) return [];
  const { postgres, redis, rabbitmq } = chooseEngines({ set: engineSet(name), sources: [source] });
  return [postgres, redis, rabbitmq];
}
