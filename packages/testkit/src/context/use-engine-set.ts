import type { Engines, EngineSource, Report } from '../engines/engine';
import { engineSet, type NamedSet } from '../engines/engine-set';
import { ensureEngines } from '../engines/ensure-engines';
import { prepareContexts } from './prepare-contexts';
import { publishTestEngines } from './test-engines';
import { beginTestRun } from './test-run';

/**
 * Starts the set's own engines and makes `createTestContext` work on them outside of jest. Engines given by
 * URL are left alone: whoever asks for a set by name may kill its engines.
 */
export async function useEngineSet(name: NamedSet, report: Report = () => undefined): Promise<Engines> {
  const sources: EngineSource[] = ['docker', 'local'];
  const engines = await ensureEngines({ set: engineSet(name), sources, report });
  beginTestRun();
  publishTestEngines(await prepareContexts(engines));
  return engines;
}
