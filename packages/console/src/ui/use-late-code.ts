import { useEffect, useState } from 'react';

/** For browsers that do not tell when they are idle. */
const idleMs = 200;

/**
 * Loads the code that the first page does not need, once it is shown: what opens at once then, and what is needed without a connection.
 * @returns whether it is time
 */
export function useLateCode(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const load = () => {
      setLate(true);
      for (const each of [
        import('./error-alert'),
        import('./dialog-window'),
        import('./dialog-foot'),
        import('./confirm-button'),
      ])
        // Loaded again when it is needed.
        each.catch(() => undefined);
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, idleMs);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(load, { timeout: 3_000 });
    return () => window.cancelIdleCallback(handle);
  }, []);
  return isLate;
}
