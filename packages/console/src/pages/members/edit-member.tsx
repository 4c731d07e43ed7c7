import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { Member } from '../../api/types';
import { useScope } from '../../session/scope';
import { members as words } from '../../texts/members';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { ErrorPanel } from '../../ui/error-panel';
import { useChange } from '../../ui/use-change';
import { MembershipFields, membershipOf, type MembershipValues } from './membership-fields';

export function EditMember({ member, close }: { readonly member: Member; readonly close: () => void }) {
  const { api } = useScope();
  const { id, name, role, domain_ids: domains, rights } = member;
  const form = useForm<MembershipValues>({ initialValues: { role, domainIds: domains ?? [], ...rights } });
  const save = useChange({
    run: (values: MembershipValues) =>
      unwrap(api.PATCH('/members/{id}', { params: { path: { id } }, body: membershipOf(values) })),
    message: words.saved(name),
    done: close,
    showsError: true,
  });
  return (
    <Dialog opened onClose={close} title={words.editTitle(name)}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="sm">
          <ErrorPanel error={save.error} />
          <MembershipFields form={form} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={close}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
