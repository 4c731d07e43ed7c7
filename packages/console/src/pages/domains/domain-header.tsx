import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { domain as words } from '../../texts/domains';
import { texts } from '../../texts/texts';
import { StatusBadge } from '../../ui/badge';
import { PageHeader } from '../../ui/page-header';
import { Time } from '../../ui/time';
import { useChange } from '../../ui/use-change';
import { useDeletion } from '../../ui/use-deletion';
import { TestEmail } from './test-email';

export function DomainHeader({ domain }: { readonly domain: Domain }) {
  const { api } = useScope();
  const canSend = useHasRole('member');
  const canChange = useHasRole('admin');
  const [isTesting, test] = useDisclosure();
  const { id, name, status, last_checked_at: checkedAt } = domain;
  const params = { path: { id } };
  // A refusal stays in the dialog: it says what prevents the deletion.
  const deletion = useDeletion({
    ...{ path: '/domains/{id}', params: { id }, leaveTo: '/domains' },
    words: { ...words, deleteTitle: words.deleteTitle(name) },
  });
  const check = useChange({
    run: () => unwrap(api.POST('/domains/{id}/verify', { params })),
    message: words.checkedNow,
  });
  const publish = useChange({
    run: () => unwrap(api.POST('/domains/{id}/publish', { params })),
    message: words.published,
  });
  const isVerified = status === 'verified';
  return (
    <>
      <PageHeader
        parent={{ to: '/domains', label: texts.navigation.pages.domains }}
        title={name}
        state={<StatusBadge status={status} />}
        description={
          checkedAt === null ? (
            words.neverChecked
          ) : (
            <>
              {words.checked} <Time at={checkedAt} />
            </>
          )
        }
        menu={[
          ...(canChange && domain.dns_mode === 'cloudflare'
            ? [{ label: words.publish, run: () => publish.mutate() }]
            : []),
          ...(canChange ? [deletion] : []),
        ]}
        curl={{ path: `/domains/${id}`, docs: 'domains#getDomain' }}
      >
        {canSend && (
          <Button variant="default" onClick={test.open}>
            {words.test}
          </Button>
        )}
        {canChange && (
          <Button
            variant={isVerified ? 'default' : 'filled'}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {words.check}
          </Button>
        )}
      </PageHeader>
      {isTesting && <TestEmail domain={domain} close={test.close} />}
    </>
  );
}
