import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { domain as words, domains as domainsWords } from '../../texts/domains';
import { CopyValue } from '../../ui/copy';
import { Facts, Panel } from '../../ui/panel';
import { Time } from '../../ui/time';
import { usePathId } from '../../ui/use-path-id';
import { DmarcPolicyPanel } from './dmarc-policy';
import { DmarcSources } from './dmarc-sources';
import { DomainHeader } from './domain-header';
import { DomainRecords } from './domain-records';
import { DomainSendingPanels } from './domain-sending';
import { InboundForm } from './inbound-form';
import { MtaStsPanel } from './mta-sts';
import { TlsReportsPanel } from './tls-reports';

/** While the page is open, the records are looked up again this often, until all are there. */
const checkMs = 15_000;

export function DomainPage() {
  const id = usePathId();
  const { api, queryKey } = useScope();
  const canChange = useHasRole('admin');
  const params = { path: { id } };
  const query = useRead('/domains/{id}', params);
  const { data: domain } = query;
  useQuery({
    queryKey: [...queryKey, 'domain-check', id],
    enabled: canChange && domain !== undefined && domain.status !== 'verified',
    refetchInterval: checkMs,
    retry: false,
    queryFn: async () => {
      const checked = await unwrap(api.POST('/domains/{id}/verify', { params }));
      await query.refetch();
      return checked.status;
    },
  });
  if (domain === undefined) return <PendingPage query={query} />;
  return (
    <>
      <DomainHeader domain={domain} />
      <Stack>
        {domain.failed_reason !== null && (
          <Alert color="red" variant="light" title={words.failures[domain.failed_reason]} />
        )}
        <DomainRecords records={domain.records} />
        <Panel title={words.details}>
          <DomainFacts domain={domain} />
        </Panel>
        <DomainSendingPanels domain={domain} />
        <InboundForm key={JSON.stringify(domain.inbound)} domain={domain} />
        <DmarcPolicyPanel domainId={domain.id} />
        <DmarcSources domainId={domain.id} />
        <MtaStsPanel domainId={domain.id} />
        {domain.records.some(({ record }) => record === 'TLS_RPT') && (
          <TlsReportsPanel domainId={domain.id} />
        )}
      </Stack>
    </>
  );
}

function DomainFacts({ domain }: { readonly domain: Domain }) {
  return (
    <Facts
      facts={[
        [words.facts.id, <CopyValue key="id" value={domain.id} />],
        [words.facts.stream, domainsWords.streams[domain.stream]],
        [words.facts.dns, domainsWords.dnsModes[domain.dns_mode]],
        [words.facts.returnPath, domain.return_path],
        [words.facts.tracking, domain.tracking_host],
        [words.facts.reply, domain.reply_address],
        [words.facts.selector, domain.dkim.selector],
        [words.facts.verified, <Time key="verified" at={domain.verified_at} never={words.notVerified} />],
      ]}
    />
  );
}
