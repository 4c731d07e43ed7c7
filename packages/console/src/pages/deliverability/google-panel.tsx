import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { GooglePostmaster, GooglePostmasterDomain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { google as words } from '../../texts/deliverability';
import { texts } from '../../texts/texts';
import { ConfirmButton } from '../../ui/confirm-button';
import { Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';

const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

/** What Google Postmaster Tools says, and the button that connects a Google account. */
export function GooglePanel({ google }: { readonly google: GooglePostmaster }) {
  const canChange = useHasRole('admin') && useScope().organization.domain_ids === null;
  const { status, error, read_at: readAt, domains } = google;
  if (status === 'not_connected') {
    return (
      <Panel title={words.title}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{canChange ? words.about : words.askAdmin}</Text>
          {canChange && <ConnectButton label={words.connect} />}
        </Stack>
      </Panel>
    );
  }
  return (
    <Panel title={words.title} bare actions={canChange && <DisconnectButton />}>
      {error !== null && (
        <Alert color="yellow" variant="light" m="md" role="note">
          <Group justify="space-between">
            <Text size="sm">{error}</Text>
            {status === 'access_revoked' && canChange && <ConnectButton label={words.connectAgain} />}
          </Group>
        </Alert>
      )}
      {domains.length > 0 && <DomainTable domains={domains} />}
      <Text size="xs" c="dimmed" px="md" py="xs">
        {readAt === null ? (
          words.notRead
        ) : (
          <>
            {words.read} <Time at={readAt} />. {words.note}
          </>
        )}
      </Text>
    </Panel>
  );
}

function DomainTable({ domains }: { readonly domains: readonly GooglePostmasterDomain[] }) {
  return (
    <Table.ScrollContainer type="native" tabIndex={0} minWidth={760}>
      <Table fz="xs" horizontalSpacing="md" aria-label={words.title}>
        <Table.Thead>
          <Table.Tr>
            {words.columns.map((label, index) => (
              <Table.Th key={label} ta={index === 0 || index === words.columns.length - 1 ? 'left' : 'right'}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {domains.map((row) => (
            <DomainRow key={row.domain} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function DomainRow({ row }: { readonly row: GooglePostmasterDomain }) {
  const { domain, google_domain: googleDomain, day, requirements } = row;
  const unmet = requirements.filter(({ verdict }) => verdict === 'needs_work');
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {domain}
        {googleDomain !== null && googleDomain !== domain && (
          <Text size="xs" c="dimmed">
            {words.figuresOf(googleDomain)}
          </Text>
        )}
      </Table.Th>
      {day === null ? (
        <Table.Td colSpan={5} ta="right" c="dimmed">
          {googleDomain === null ? words.unknownDomain : words.noData}
        </Table.Td>
      ) : (
        <>
          <Table.Td ta="right">{day}</Table.Td>
          {[row.spam_rate, row.spf_passed, row.dkim_passed, row.dmarc_passed].map((share, index) => (
            <Table.Td key={index} ta="right" c={share === null ? 'dimmed' : undefined}>
              {share === null ? words.noFigure : percents.format(share)}
            </Table.Td>
          ))}
        </>
      )}
      <Table.Td c={unmet.length === 0 ? 'dimmed' : undefined}>
        {unmet.length > 0
          ? unmet.map(({ requirement, reason }) => (
              <div key={requirement}>{words.requirement(requirement, reason)}</div>
            ))
          : requirements.length > 0
            ? words.allMet
            : texts.common.none}
      </Table.Td>
    </Table.Tr>
  );
}

function ConnectButton({ label }: { readonly label: string }) {
  const { api } = useScope();
  const begin = useChange({
    run: () => unwrap(api.POST('/google-postmaster/authorization')),
    refresh: false,
    done: ({ url }) => window.location.assign(url),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={begin.isPending || begin.isSuccess}
      onClick={() => begin.mutate()}
    >
      {label}
    </Button>
  );
}

function DisconnectButton() {
  const { api } = useScope();
  return (
    <ConfirmButton
      size="compact-xs"
      title={words.disconnectTitle}
      text={words.disconnectText}
      action={words.disconnect}
      message={words.disconnected}
      run={() => unwrap(api.DELETE('/google-postmaster'))}
    />
  );
}
