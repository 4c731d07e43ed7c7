import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { settle, unwrap } from '../../api/client';
import type { Domain } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { domain as words } from '../../texts/domains';
import { ConfirmButton } from '../../ui/confirm-button';
import { useChange } from '../../ui/use-change';
import { TestEmail } from './test-email';

export function DomainActions({ domain }: { readonly domain: Domain }) {
  const canSend = useHasRole('member');
  const canChange = useHasRole('admin');
  const [isTesting, { open, close }] = useDisclosure();
  return (
    <>
      {canChange && <DeleteDomain domain={domain} />}
      {canChange && domain.dns_mode === 'cloudflare' && <Publish domain={domain} />}
      {canSend && (
        <Button variant="default" onClick={open}>
          {words.test}
        </Button>
      )}
      {canChange && <Check domain={domain} />}
      {isTesting && <TestEmail domain={domain} close={close} />}
    </>
  );
}

function Check({ domain }: { readonly domain: Domain }) {
  const { api } = useScope();
  const check = useChange({
    run: () => unwrap(api.POST('/domains/{id}/verify', { params: { path: { id: domain.id } } })),
    message: words.checkedNow,
  });
  return (
    <Button loading={check.isPending} onClick={() => check.mutate()}>
      {words.check}
    </Button>
  );
}

function Publish({ domain }: { readonly domain: Domain }) {
  const { api } = useScope();
  const publish = useChange({
    run: () => unwrap(api.POST('/domains/{id}/publish', { params: { path: { id: domain.id } } })),
    message: words.published,
  });
  return (
    <Button variant="default" loading={publish.isPending} onClick={() => publish.mutate()}>
      {words.publish}
    </Button>
  );
}

/** A refusal stays in the dialog: it says what prevents the deletion. */
function DeleteDomain({ domain: { id, name } }: { readonly domain: Domain }) {
  const { api } = useScope();
  return (
    <ConfirmButton
      title={words.deleteTitle(name)}
      text={words.deleteText}
      action={words.delete}
      run={() => settle(api.DELETE('/domains/{id}', { params: { path: { id } } }))}
      message={words.deleted}
      leaveTo="/domains"
    />
  );
}
