import { Alert, Checkbox, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { settle, unwrap } from '../../api/client';
import type { Email, ShareLink } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { share as words } from '../../texts/email';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyValue } from '../../ui/copy';
import { FormModal } from '../../ui/form-modal';
import { ExactTime, Time } from '../../ui/time';
import { useFormDialog } from '../../ui/use-form-dialog';

/** Links to the public page about the email: a new one, and those that work. */
export function ShareEmail({ email, close }: { readonly email: Email; readonly close: () => void }) {
  const { modeApi: api, mode, organization } = useScope();
  const [url, setUrl] = useState<string | null>(null);
  const path = { id: email.id };
  const links = useRead('/emails/{id}/share-links', { path }, { mode });
  const { form, dialog } = useFormDialog({
    // It stays open: the URL is shown once.
    close: () => undefined,
    initialValues: { days: 7, withContent: false },
    run: ({ days, withContent }) =>
      unwrap(
        api.POST('/emails/{id}/share-links', {
          params: { path },
          body: { expires_in_days: days, with_content: withContent },
        }),
      ),
    done: (created) => setUrl(created.url),
  });
  const shown = links.data?.data ?? [];
  return (
    <FormModal {...dialog} opened close={close} title={words.title} action={words.create}>
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      {url !== null && (
        <Alert color="green" variant="light" title={words.created} role="status">
          <Stack gap="xs">
            {words.once}
            <CopyValue value={url} label={words.copyUrl} />
          </Stack>
        </Alert>
      )}
      <NumberInput
        label={words.days}
        required
        min={1}
        max={30}
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('days')}
      />
      {organization.rights.content && (
        <Checkbox
          label={words.withContent}
          description={words.withContentText}
          {...form.getInputProps('withContent', { type: 'checkbox' })}
        />
      )}
      {shown.length > 0 && <Links emailId={email.id} links={shown} />}
    </FormModal>
  );
}

function Links({ emailId, links }: { readonly emailId: string; readonly links: readonly ShareLink[] }) {
  const { modeApi: api } = useScope();
  const canRevoke = useHasRole('member');
  return (
    <Table fz="xs" aria-label={words.links}>
      <Table.Tbody>
        {links.map((link) => (
          <Table.Tr key={link.id}>
            <Table.Td>
              {words.by(link.created_by, link.with_content)}
              <Text size="xs" c="dimmed">
                {words.until} <ExactTime at={link.expires_at} />, {words.viewed}{' '}
                <Time at={link.last_viewed_at} never={words.never} />
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              {canRevoke && (
                <ConfirmButton
                  size="compact-xs"
                  title={words.revokeTitle}
                  text={words.revokeText}
                  action={words.revoke}
                  run={() =>
                    settle(
                      api.DELETE('/emails/{id}/share-links/{share_link_id}', {
                        params: { path: { id: emailId, share_link_id: link.id } },
                      }),
                    )
                  }
                  message={words.revoked}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
