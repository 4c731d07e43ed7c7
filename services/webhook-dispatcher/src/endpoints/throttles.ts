import { createThrottle, type Throttle, type ThrottleOptions } from './throttle';

/** The throttle of each endpoint that was used lately. */
export interface Throttles {
  of(endpointId: string): Throttle;
}

/** Beyond this, idle throttles are forgotten; they learn their endpoint's pace anew. */
const THROTTLES_MAX = 10_000;

export function createThrottles(
  options: Omit<ThrottleOptions, 'onRoom'> & { readonly onRoom: (endpointId: string) => void },
): Throttles {
  const { inFlightMax, waitMaxMs, onRoom } = options;
  const throttles = new Map<string, Throttle>();
  return {
    of: (endpointId) => {
      const existing = throttles.get(endpointId);
      if (existing) return existing;
      if (throttles.size >= THROTTLES_MAX) forgetIdle(throttles);
      const throttle = createThrottle({ inFlightMax, waitMaxMs, onRoom: () => onRoom(endpointId) });
      throttles.set(endpointId, throttle);
      return throttle;
    },
  };
}

function forgetIdle(throttles: Map<string, Throttle>): void {
  for (const [id, throttle] of throttles) if (throttle.idle) throttles.delete(id);
}
