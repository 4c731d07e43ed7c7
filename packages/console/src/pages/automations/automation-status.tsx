import type { AutomationSummary } from '../../api/types';
import { StatusBadge } from '../../ui/badge';
import { isUnpublished } from './trigger-kinds';

/** The API has no status of its own for an automation that was never activated: it is paused, with a trigger that nothing starts. */
export function AutomationStatus({
  automation: { status, trigger },
}: {
  readonly automation: Pick<AutomationSummary, 'status' | 'trigger'>;
}) {
  return <StatusBadge status={isUnpublished(trigger.event) ? 'draft' : status} />;
}
