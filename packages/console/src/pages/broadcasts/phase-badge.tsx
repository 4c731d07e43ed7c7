import type { BroadcastSummary } from '../../api/types';
import { StatusBadge } from '../../ui/badge';

/** An email that was sent may still bounce; a broadcast that was sent is done. */
export function PhaseBadge({ phase }: Pick<BroadcastSummary, 'phase'>) {
  return phase === 'sent' ? <StatusBadge status={phase} tone="good" /> : <StatusBadge status={phase} />;
}
