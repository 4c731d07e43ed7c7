import type { OperatorOrganizationSummary } from '../../api/types';
import { organizationTexts } from '../../texts/operator';
import { StatusBadge } from '../../ui/badge';

const { states: words } = organizationTexts;

export function SendingState({
  organization,
}: {
  readonly organization: Pick<OperatorOrganizationSummary, 'sending_paused_at' | 'under_review_at'>;
}) {
  if (organization.sending_paused_at !== null) return <StatusBadge status={words.paused} tone="bad" />;
  if (organization.under_review_at !== null) return <StatusBadge status={words.underReview} tone="warn" />;
  return <StatusBadge status={words.active} tone="good" />;
}
