import { Text } from '@mantine/core';
import type { Broadcast } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { emailCheckTexts } from '../../texts/email-check';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { Findings } from '../emails/email-findings';
import { useBroadcastCheck } from './check-broadcast';

const { content: words } = broadcastTexts;

/** What a check of the saved content finds, with the line that it is in. */
export function ContentCheck({
  broadcast,
  isStale,
}: {
  readonly broadcast: Broadcast;
  /** What was typed since is not saved. */
  readonly isStale: boolean;
}) {
  const canSend = useHasRole('member');
  const { html, text, subject, template } = broadcast;
  const hasContent = template !== null || (subject !== null && (html !== null || text !== null));
  const check = useBroadcastCheck(broadcast, canSend && hasContent);
  if (!canSend) return null;
  return (
    <Panel title={emailCheckTexts.title}>
      <ErrorPanel error={check.error} />
      {isStale && hasContent && (
        <Text size="xs" c="dimmed" mb="xs" role="note">
          {words.checkStale}
        </Text>
      )}
      {check.data === undefined ? (
        check.error === null && (
          <Text size="sm" c="dimmed">
            {hasContent ? emailCheckTexts.checking : words.checkEmpty}
          </Text>
        )
      ) : (
        <Findings findings={check.data.findings} />
      )}
    </Panel>
  );
}
