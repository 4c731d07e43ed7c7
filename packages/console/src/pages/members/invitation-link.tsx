import { Button, Stack, Text } from '@mantine/core';
import type { IssuedInvitation } from '../../api/types';
import { members as words } from '../../texts/members';
import { texts } from '../../texts/texts';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';

/** The only time that the link is shown. */
export function InvitationLink({
  invitation,
  close,
}: {
  readonly invitation: IssuedInvitation | null;
  readonly close: () => void;
}) {
  return (
    <Dialog opened={invitation !== null} onClose={close} title={words.linkTitle} size="lg">
      {invitation !== null && (
        <Stack gap="sm">
          <Text size="sm">
            {invitation.is_sent ? words.linkSent(invitation.email) : words.linkNotSent(invitation.email)}
          </Text>
          <CodeBlock code={invitation.url} wrap label={words.link} />
          <Button onClick={close}>{texts.common.done}</Button>
        </Stack>
      )}
    </Dialog>
  );
}
