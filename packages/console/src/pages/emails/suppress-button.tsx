import { useQuery } from '@tanstack/react-query';
import { settle, unwrap } from '../../api/client';
import { useHasRole, useScope } from '../../session/scope';
import { email as words } from '../../texts/emails';
import { ConfirmButton } from '../../ui/confirm-button';
import { useChange } from '../../ui/use-change';

/** Adds the recipient to the suppression list, or removes them from it. */
export function SuppressButton({ recipient }: { readonly recipient: string }) {
  const { api, queryKey } = useScope();
  const canSuppress = useHasRole('member');
  const canRemove = useHasRole('admin');
  const { data } = useQuery({
    queryKey: [...queryKey, 'suppressions', recipient],
    queryFn: () => unwrap(api.GET('/suppressions', { params: { query: { email: recipient, limit: 1 } } })),
  });
  const suppress = useChange({
    run: () => unwrap(api.POST('/suppressions', { body: { email: recipient } })),
    message: words.suppressed(recipient),
  });
  const entry = data?.data[0];
  const remove = useChange({
    run: () =>
      settle(
        api.DELETE('/suppressions/{id_or_email}', { params: { path: { id_or_email: entry?.id ?? '' } } }),
      ),
    message: words.unsuppressed(recipient),
  });
  if (data === undefined) return null;
  if (entry === undefined)
    return canSuppress ? (
      <ConfirmButton
        key="suppress"
        size="compact-xs"
        title={words.suppressTitle(recipient)}
        text={words.suppressText}
        action={words.suppress}
        run={() => suppress.mutateAsync()}
        isPending={suppress.isPending}
      >
        {words.suppress}
      </ConfirmButton>
    ) : null;
  return canRemove ? (
    <ConfirmButton
      key="remove"
      size="compact-xs"
      title={words.unsuppressTitle(recipient)}
      text={words.unsuppressText(entry.reason.replaceAll('_', ' '))}
      action={words.unsuppress}
      run={() => remove.mutateAsync()}
      isPending={remove.isPending}
    >
      {words.unsuppress}
    </ConfirmButton>
  ) : null;
}
