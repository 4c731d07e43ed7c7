import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Suppression } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { suppressionTexts as words } from '../../texts/suppressions';
import { texts } from '../../texts/texts';
import { CopyValue } from '../../ui/copy';
import { ErrorPanel } from '../../ui/error-panel';
import { Facts } from '../../ui/panel';
import { ExactTime } from '../../ui/time';
import { RemoveSuppressions } from './remove-suppressions';

/** One entry, with what it stops. */
export function SuppressionDetail({ id, close }: { readonly id: string; readonly close: () => void }) {
  const canRemove = useHasRole('admin');
  const path = { id_or_email: id };
  const { data: entry, error, refetch } = useRead('/suppressions/{id_or_email}', { path });
  // An entry that was just removed stays until the drawer is closed.
  if (entry === undefined)
    return error === null ? null : <ErrorPanel error={error} retry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {entry.email}
      </Text>
      <Text size="sm">{words.reasonTexts[entry.reason]}</Text>
      <Entry entry={entry} />
      {canRemove && <RemoveSuppressions ids={new Set([id])} done={close} />}
    </Stack>
  );
}

function Entry({ entry }: { readonly entry: Suppression }) {
  const { source_email_id: source, expires_at: expires } = entry;
  return (
    <Facts
      facts={[
        [words.facts.reason, words.reasons[entry.reason]],
        [words.facts.scope, entry.domain ?? words.organization],
        [
          words.facts.source,
          source === undefined ? (
            texts.common.none
          ) : (
            <Link key="source" to="/emails/$id" params={{ id: source }} className="mono">
              {source}
            </Link>
          ),
        ],
        [words.facts.created, <ExactTime key="created" at={entry.created_at} />],
        [words.facts.expires, expires === undefined ? words.never : <ExactTime key="expires" at={expires} />],
        [words.facts.id, <CopyValue key="id" value={entry.id} />],
      ]}
    />
  );
}
