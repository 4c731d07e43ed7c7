import { Menu, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useScope } from '../session/scope';
import { texts } from '../texts/texts';
import classes from './shell.module.css';

export function OrganizationSwitch() {
  const { session, organization } = useScope();
  const open = useOpenOrganization();
  return (
    <Menu width={228} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.switch}>
          <span className={classes.initial} aria-hidden>
            {organization.name.charAt(0).toUpperCase()}
          </span>
          <span className={classes.switchText}>{organization.name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.shell.organizations}</Menu.Label>
        {session.organizations.map(({ organization_id: id, membership_id: membership, name, slug }) => (
          <Menu.Item
            key={id}
            onClick={() => open(slug)}
            rightSection={id === organization.organization_id && <Check size={14} />}
          >
            {name}
            {membership === null && ` (${texts.shell.readOnlyMark})`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opens the first page of another organization: ids of one do not exist in another. */
export function useOpenOrganization(): (slug: string) => void {
  const navigate = useNavigate();
  return (slug) => void navigate({ to: '/overview', search: { organization: slug } });
}
