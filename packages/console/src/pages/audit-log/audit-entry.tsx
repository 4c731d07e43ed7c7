import { Drawer, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { AuditEntry } from '../../api/types';
import { auditLog as words } from '../../texts/audit-log';
import { texts } from '../../texts/texts';
import { actorName } from '../../ui/actor-name';
import { detailColumn, timeColumn } from '../../ui/columns';
import { CopyValue } from '../../ui/copy';
import { Facts } from '../../ui/panel';
import type { Column } from '../../ui/resource-list';
import { ExactTime } from '../../ui/time';
import list from '../../ui/ui.module.css';
import { auditSentence, changedFields, objectName } from './audit-sentence';

/** Of lists of entries; `open` shows one whole. */
export function auditColumns(open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] {
  return [
    {
      title: words.columns.change,
      width: 'minmax(0, 3fr)',
      cell: (entry) => (
        <UnstyledButton className={list.rowLink} data-sentence fz="inherit" onClick={() => open(entry)}>
          {auditSentence(entry)}
        </UnstyledButton>
      ),
    },
    detailColumn(words.columns.by, 'minmax(0, 1fr)', ({ actor }) => words.by[actor.type]),
    timeColumn(words.columns.at, ({ created_at: at }) => at),
  ];
}

/** Null: it is closed. */
export function AuditEntryDrawer({
  entry,
  close,
}: {
  readonly entry: AuditEntry | null;
  readonly close: () => void;
}) {
  return (
    <Drawer
      opened={entry !== null}
      onClose={close}
      position="right"
      title={entry && auditSentence(entry)}
      size="lg"
    >
      {entry !== null && <Entry entry={entry} />}
    </Drawer>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { actor, target, created_at: at, last_changed_at: lastAt, request_id: requestId } = entry;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [words.columns.at, <ExactTime key="at" at={at} />],
          ...(lastAt === null ? [] : [[words.lastChange, <ExactTime key="last" at={lastAt} />] as const]),
          [words.columns.actor, actorName(actor)],
          [words.columns.target, objectName(entry) ?? target.type.replaceAll('_', ' ')],
          ...(target.id === null
            ? []
            : [[words.targetId, <CopyValue key="target" value={target.id} />] as const]),
          [
            words.columns.action,
            <span key="action" className="mono">
              {entry.action}
            </span>,
          ],
          [
            words.requestId,
            requestId === null ? texts.common.none : <CopyValue key="id" value={requestId} />,
          ],
        ]}
      />
      <Difference entry={entry} />
    </Stack>
  );
}

/** Each field that changed, with its value before and after. */
function Difference({ entry }: { readonly entry: AuditEntry }) {
  const { before, after } = entry;
  const show = (value: unknown) =>
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const changed = changedFields(entry);
  if (changed.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noDifference}
      </Text>
    );
  return (
    <Table fz="xs" layout="fixed" aria-label={words.difference}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.field}</Table.Th>
          <Table.Th>{words.before}</Table.Th>
          <Table.Th>{words.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map((field) => (
          <Table.Tr key={field} style={{ overflowWrap: 'anywhere' }}>
            <Table.Td fw={500}>{field}</Table.Td>
            <Table.Td c="dimmed">{show(before?.[field])}</Table.Td>
            <Table.Td>{show(after?.[field])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
