import { serviceNames, type ServiceName } from '@postrider/devtools';
import { createTestContext, localPath, type TestContext } from '@postrider/testkit';
import { startSystem, type SystemOptions } from '../system/start-system';
import type { System } from '../system/system';
import { ensureLargeDatabase } from './large-database';
import { startFloor, type Environment, type FloorProgram } from './measure/child-program';

/** Where one line plays: engines of its own, and whatever it starts, all gone when it is over. */
export interface BenchHarness {
  readonly context: TestContext;
  /** Only the services named: what is not measured shall not use the processor. */
  services(names: readonly ServiceName[], options?: Partial<SystemOptions>): Promise<System>;
  /** Engines of their own with so many messages in the database (`large-database.ts`). */
  filled(rows: number): Promise<TestContext>;
  /** A floor that serves, on the line's own engines. */
  floor(name: string, environment?: Environment): Promise<FloorProgram>;
  /** Runs at the end, last one first. */
  atEnd(work: () => Promise<unknown>): void;
}

/** Runs `work` with a harness of its own and clears it away, also when `work` throws. */
export async function withHarness<T>(work: (harness: BenchHarness) => Promise<T>): Promise<T> {
  const context = await createTestContext();
  const endings: (() => Promise<unknown>)[] = [() => context.close()];
  const atEnd = (ending: () => Promise<unknown>): void => void endings.unshift(ending);
  try {
    return await work({
      context,
      atEnd,
      services: async (names, options = {}) => {
        const system = await startSystem({
          suite: 'bench',
          context,
          replicas: Object.fromEntries(serviceNames.map((name) => [name, names.includes(name) ? 1 : 0])),
          nodeArguments: profilerArguments(),
          ...options,
        });
        atEnd(() => system.stop());
        return system;
      },
      filled: async (rows) => {
        const filled = await createTestContext({ seededTemplate: await ensureLargeDatabase(rows) });
        atEnd(() => filled.close());
        return filled;
      },
      floor: async (name, environment) => {
        const floor = await startFloor(name, { ...context.settings, ...environment });
        atEnd(() => floor.stop());
        return floor;
      },
    });
  } finally {
    for (const ending of endings) await ending().catch(reportEnding);
  }
}

/** `BENCH_PROFILE=1`: a CPU profile of each service, for the developer tools of a browser. */
function profilerArguments(): string[] {
  return process.env['BENCH_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${localPath('bench-profiles')}`] : [];
}

/** A line's figures stand when something only refuses to end. */
function reportEnding(error: unknown): void {
  console.error(`  clearing away: ${error instanceof Error ? error.message : String(error)}`);
}
