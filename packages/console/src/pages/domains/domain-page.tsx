import { Alert, Button, Group, Stack } from '@mantine/core';

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { settle, unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { PageLoading } from '../../shell/page-states';
import { domain as words, domains as domainsWords } from '../../texts/domains';
import { StatusBadge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { Facts, Panel } from '../../ui/panel';
import { useSensitive } from '../../ui/sensitive';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { useBack } from '../../ui/use-back';
import { usePathId } from '../../ui/use-path-id';
import { DmarcSources } from './dmarc-sources';
import { DomainRecords } from './domain-records';

/** While the page is open, the records are looked up again this often, until all are there. */
const checkMs = 15_000;

export function DomainPage() {
  const id = usePathId();
  const { api, queryKey } = useScope();
  const canChange = useHasRole('admin');
  useBack('/domains');
  const key = [...queryKey, 'domain', id];
  const params = { path: { id } };
  const {
    data: domain,
    error,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: () => unwrap(api.GET('/domains/{id}', { params })),
  });
  useQuery({
    queryKey: [...key, 'check'],
    enabled: canChange && domain !== undefined && domain.status !== 'verified',
    refetchInterval: checkMs,
    retry: false,
    queryFn: async () => {
      const checked = await unwrap(api.POST('/domains/{id}/verify', { params }));
      await refetch();
      return checked.status;
    },
  });
  if (error !== null) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (domain === undefined) return <PageLoading />;
  return (
    <>
      <PageHeader
        title={domain.name}
        description={
          <Group gap="md">
            <StatusBadge status={domain.status} />
            <span>
              {words.checked} <Time at={domain.last_checked_at} />
            </span>
          </Group>
        }
        curl={{ path: `/domains/${domain.id}`, docs: 'domains#getDomain' }}
      >
        {canChange && <Actions domain={domain} />}
      </PageHeader>
      <Stack>
        {domain.failed_reason !== null && (
          <Alert color="red" variant="light" title={words.failures[domain.failed_reason]} />
        )}
        <DomainRecords records={domain.records} />
        <Panel title={words.details}>
          <DomainFacts domain={domain} />
        </Panel>
        <DmarcSources domainId={domain.id} />
      </Stack>
    </>
  );
}

function Actions({ domain }: { readonly domain: Domain }) {
  const { api } = useScope();
  const navigate = useNavigate();
  const sensitive = useSensitive();
  const params = { path: { id: domain.id } };
  const check = useChange({
    run: () => unwrap(api.POST('/domains/{id}/verify', { params })),
    message: words.checkedNow,
  });
  const publish = useChange({
    run: () => unwrap(api.POST('/domains/{id}/publish', { params })),
    message: words.published,
  });
  const remove = useChange({
    run: () => sensitive(() => settle(api.DELETE('/domains/{id}', { params }))),
    message: words.deleted,
    done: () => void navigate({ to: '/domains' }),
  });
  return (
    <>
      {domain.dns_mode === 'cloudflare' && (
        <Button variant="default" loading={publish.isPending} onClick={() => publish.mutate()}>
          {words.publish}
        </Button>
      )}
      <ConfirmButton
        title={words.deleteTitle(domain.name)}
        text={words.deleteText}
        action={words.delete}
        run={() => remove.mutateAsync()}
        isPending={remove.isPending}
      >
        {words.delete}
      </ConfirmButton>
      <Button loading={check.isPending} onClick={() => check.mutate()}>
        {words.check}
      </Button>
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
        [words.facts.inbound, domain.inbound.mode.replaceAll('_', ' ')],
        [words.facts.verified, <Time key="verified" at={domain.verified_at} />],
      ]}
    />
  );
}
