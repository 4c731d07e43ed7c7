import { unwrap } from '../../api/client';
import type { Member } from '../../api/types';
import { useScope } from '../../session/scope';
import { members as words } from '../../texts/members';
import { texts } from '../../texts/texts';
import { FormModal } from '../../ui/form-modal';
import { useFormDialog } from '../../ui/use-form-dialog';
import { MembershipFields, membershipOf, type MembershipValues } from './membership-fields';

export function EditMember({ member, close }: { readonly member: Member; readonly close: () => void }) {
  const { api } = useScope();
  const { id, name, role, domain_ids: domains, rights } = member;
  const { form, dialog } = useFormDialog<MembershipValues>({
    close,
    initialValues: { role, domainIds: domains ?? [], ...rights },
    run: (values) =>
      unwrap(api.PATCH('/members/{id}', { params: { path: { id } }, body: membershipOf(values) })),
    message: words.saved(name),
  });
  return (
    <FormModal {...dialog} title={words.editTitle(name)} action={texts.common.save}>
      <MembershipFields form={form} />
    </FormModal>
  );
}
