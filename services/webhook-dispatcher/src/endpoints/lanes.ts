import { createLane, type Lane, type LaneOptions } from './lane';

/** The lane of each endpoint that was used lately. */
export interface Lanes {
  of(endpointId: string): Lane;
}

/** Beyond this, idle lanes are forgotten; they learn their endpoint's pace anew. */
const LANES_MAX = 10_000;

export function createLanes(
  options: Omit<LaneOptions, 'onRoom'> & { readonly onRoom: (endpointId: string) => void },
): Lanes {
  const { inFlightMax, waitMaxMs, onRoom } = options;
  const lanes = new Map<string, Lane>();
  return {
    of: (endpointId) => {
      const existing = lanes.get(endpointId);
      if (existing) return existing;
      if (lanes.size >= LANES_MAX) forgetIdle(lanes);
      const lane = createLane({ inFlightMax, waitMaxMs, onRoom: () => onRoom(endpointId) });
      lanes.set(endpointId, lane);
      return lane;
    },
  };
}

function forgetIdle(lanes: Map<string, Lane>): void {
  for (const [id, lane] of lanes) if (lane.idle) lanes.delete(id);
}
