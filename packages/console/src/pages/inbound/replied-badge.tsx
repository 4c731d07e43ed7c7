import type { InboundEmailSummary } from '../../api/types';
import { inboundTexts as words } from '../../texts/inbound';
import { StatusBadge } from '../../ui/badge';

/** Whether a received email has a reply. */
export function RepliedBadge({
  email: { automatic, replied_at: repliedAt },
}: {
  readonly email: Pick<InboundEmailSummary, 'automatic' | 'replied_at'>;
}) {
  if (repliedAt !== null) return <StatusBadge status={words.replied} tone="good" />;
  return automatic ? (
    <StatusBadge status={words.automaticShort} tone="plain" />
  ) : (
    <StatusBadge status={words.notReplied} tone="active" />
  );
}
