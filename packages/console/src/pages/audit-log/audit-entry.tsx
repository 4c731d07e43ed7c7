import { Drawer, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { AuditEntry } from '../../api/types';
import { auditLog as words } from '../../texts/audit-log';
import { texts } from '../../texts/texts';
import { actorName } from '../../ui/actor-name';
import { timeColumn } from '../../ui/columns';
import { CopyValue } from '../../ui/copy';
import { Facts } from '../../ui/panel';
import type { Column } from '../../ui/resource-list';
import { ExactTime } from '../../ui/time';
import list from '../../ui/ui.module.css';

/** Of lists of entries; `open` shows one whole. */
export function auditColumns(open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] {
  return [
    {
      title: words.columns.action,
      width: 'minmax(0, 1.2fr)',
      cell: (entry) => (
        <UnstyledButton className={list.rowLink} fz="inherit" onClick={() => open(entry)}>
          {entry.action}
        </UnstyledButton>
      ),
    },
    { title: words.columns.actor, width: 'minmax(0, 1.2fr)', cell: ({ actor }) => actorName(actor) },
    {
      title: words.columns.target,
      width: 'minmax(0, 1.4fr)',
      onPhone: false,
      cell: ({ target }) => (
        <>
          {target.type.replaceAll('_', ' ')} <span className="mono">{target.id}</span>
        </>
      ),
    },
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
    <Drawer opened={entry !== null} onClose={close} position="right" title={entry?.action} size="lg">
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
          [
            words.columns.target,
            <span key="target">
              {target.type.replaceAll('_', ' ')} {target.id !== null && <CopyValue value={target.id} />}
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
function Difference({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (value: unknown) =>
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const changed = fields.filter((field) => show(before?.[field]) !== show(after?.[field]));
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
            <Table.Td c="red">{show(before?.[field])}</Table.Td>
            <Table.Td c="teal">{show(after?.[field])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
