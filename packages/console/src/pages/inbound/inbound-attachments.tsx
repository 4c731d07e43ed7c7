import { Button, Group, Stack, Text } from '@mantine/core';
import { settle } from '../../api/client';
import type { InboundEmail } from '../../api/types';
import { useScope } from '../../session/scope';
import { inboundTexts as words } from '../../texts/inbound';
import { saveFile } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';

type Attachment = InboundEmail['attachments'][number];

const kilobytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Files of a received email, to be saved: nothing of them is shown. */
export function InboundAttachments({ email }: { readonly email: InboundEmail }) {
  if (email.attachments.length === 0) return null;
  return (
    <Panel title={words.attachments}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.attachmentsText}
      </Text>
      <Stack gap="xs">
        {email.attachments.map((attachment) => (
          <AttachmentRow key={attachment.index} emailId={email.id} attachment={attachment} />
        ))}
      </Stack>
    </Panel>
  );
}

function AttachmentRow({
  emailId,
  attachment: { index, filename, content_type: type, size },
}: {
  readonly emailId: string;
  readonly attachment: Attachment;
}) {
  const { api } = useScope();
  const save = useChange({
    run: async () => {
      const path = { id: emailId, index: String(index) };
      const content = await settle(
        api.GET('/inbound/{id}/attachments/{index}', { params: { path }, parseAs: 'blob' }),
      );
      // A file of 0 bytes arrives as an answer without a body.
      saveFile(filename, content ?? new Blob());
    },
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {filename}
        </Text>
        <Text size="xs" c="dimmed">
          {type}, {kilobytes.format(size / 1_024)} kB
        </Text>
      </div>
      <Button
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate()}
        aria-label={`${words.save} ${filename}`}
      >
        {words.save}
      </Button>
    </Group>
  );
}
