import { settle, unwrap } from '../../api/client';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { email as words } from '../../texts/email';
import { ConfirmButton } from '../../ui/confirm-button';

/** Adds the recipient to the suppression list, or removes them from it. */
export function SuppressButton({ recipient }: { readonly recipient: string }) {
  const { api } = useScope();
  const canSuppress = useHasRole('member');
  const canRemove = useHasRole('admin');
  const { data } = useRead('/suppressions', { query: { email: recipient, limit: 1 } });
  const entry = data?.data[0];
  if (data === undefined) return null;
  if (entry === undefined)
    return canSuppress ? (
      <ConfirmButton
        key="suppress"
        size="compact-xs"
        title={words.suppressTitle(recipient)}
        text={words.suppressText}
        action={words.suppress}
        run={() => unwrap(api.POST('/suppressions', { body: { email: recipient } }))}
        message={words.suppressed(recipient)}
      />
    ) : null;
  return canRemove ? (
    <ConfirmButton
      key="remove"
      size="compact-xs"
      title={words.unsuppressTitle(recipient)}
      text={words.unsuppressText(entry.reason.replaceAll('_', ' '))}
      action={words.unsuppress}
      actionColor="accent"
      run={() =>
        settle(
          api.DELETE('/suppressions/{id_or_email}', { params: { path: { id_or_email: entry?.id ?? '' } } }),
        )
      }
      message={words.unsuppressed(recipient)}
    />
  ) : null;
}
