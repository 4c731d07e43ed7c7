import type { OperatorOrganizationSummary } from '../../api/types';
import { organizationTexts as words } from '../../texts/operator';
import { waitingNames } from '../../texts/waiting';
import { StatusBadge } from '../../ui/badge';

export function SendingState({
  organization,
}: {
  readonly organization: Pick<OperatorOrganizationSummary, 'sending_paused_at' | 'under_review_at'>;
}) {
  if (organization.sending_paused_at !== null)
    return <StatusBadge status={waitingNames.sending_paused} tone="bad" />;
  if (organization.under_review_at !== null) return <StatusBadge status={waitingNames.review} tone="warn" />;
  return <StatusBadge status={words.active} tone="good" />;
}
