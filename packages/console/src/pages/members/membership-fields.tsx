import { Checkbox, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Role } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { members as words } from '../../texts/members';
import { keys as keysWords } from '../../texts/keys';
import { DomainSelect } from '../../ui/domain-select';

export interface MembershipValues {
  role: Role;
  /** None: all domains. */
  domainIds: string[];
  content: boolean;
  export: boolean;
}

export const membershipOf = ({ role, domainIds, content, export: canExport }: MembershipValues) => ({
  role,
  domain_ids: domainIds.length > 0 ? domainIds : null,
  rights: { content, export: canExport },
});

/** Role, domains and rights, of a member or in an invitation. */
export function MembershipFields<Values extends MembershipValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  const isOwner = useHasRole('owner');
  const roles: readonly Role[] = isOwner
    ? ['viewer', 'member', 'admin', 'owner']
    : ['viewer', 'member', 'admin'];
  return (
    <>
      <Select
        label={words.columns.role}
        description={words.roleHints[form.getValues().role]}
        data={roles.map((role) => ({ value: role, label: words.roles[role] }))}
        {...form.getInputProps('role')}
      />
      <DomainSelect
        label={keysWords.domainsLabel}
        placeholder={keysWords.allDomains}
        {...form.getInputProps('domainIds')}
      />
      <Checkbox size="xs" label={words.content} {...form.getInputProps('content', { type: 'checkbox' })} />
      <Checkbox size="xs" label={words.export} {...form.getInputProps('export', { type: 'checkbox' })} />
    </>
  );
}
