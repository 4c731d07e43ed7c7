import { EngineError, type Engine, type EngineName } from './engine';
import { complaint } from './readiness';

/** An engine given by URL: used as it is, never stopped, never emptied as a whole. */
export function createEnvironmentEngine(name: EngineName, url: string): Engine {
  const untouchable = (): Promise<never> =>
    Promise.reject(new EngineError(`${name} was given by its URL; it is not ours to stop`));
  return {
    name,
    source: 'environment',
    url,
    isOurs: () => Promise.resolve(true),
    isReady: async () => (await complaint(name, url)) === undefined,
    start: async () => {
      const reason = await complaint(name, url);
      if (reason) throw new EngineError(`${name} at ${withoutPassword(url)} does not answer: ${reason}`);
    },
    stop: () => Promise.resolve(),
    kill: untouchable,
    restart: untouchable,
    pause: untouchable,
    resume: untouchable,
    destroy: () => Promise.resolve(),
  };
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.toString();
}
