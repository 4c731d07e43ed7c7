import { Stack, Text } from '@mantine/core';
import { settle } from '../../api/client';
import type { InboundEmail } from '../../api/types';
import { useScope } from '../../session/scope';
import { inboundTexts as words } from '../../texts/inbound';
import { AttachmentRow } from '../../ui/attachment-row';

/** Files of a received email, to be saved: nothing of them is shown. */
export function InboundAttachments({ email }: { readonly email: InboundEmail }) {
  const { api } = useScope();
  if (email.attachments.length === 0) return null;
  const load = (index: number) => () => {
    const path = { id: email.id, index: String(index) };
    return settle(api.GET('/inbound/{id}/attachments/{index}', { params: { path }, parseAs: 'blob' }));
  };
  return (
    <section aria-label={words.attachments}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.attachmentsText}
      </Text>
      <Stack gap="xs">
        {email.attachments.map(({ index, filename, content_type: contentType, size }) => (
          <AttachmentRow
            key={index}
            {...{ filename, contentType, size, label: words.save, load: load(index) }}
          />
        ))}
      </Stack>
    </section>
  );
}
