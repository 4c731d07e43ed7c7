import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { settle } from '../api/client';
import { stopAskingToSignIn } from '../api/transport';
import type { Session } from '../api/types';
import { dropAllKeptDrafts } from '../saving/kept-drafts';
import { personalApi } from '../session/session';
import { texts } from '../texts/texts';
import { notifyError } from '../ui/notify';
import classes from './shell.module.css';

const schemes = [
  ['light', Sun],
  ['dark', Moon],
  ['auto', Monitor],
] as const;

export function UserMenu({ session: { user } }: { readonly session: Session }) {
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  return (
    <Menu width={228} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.switch}>
          <span className={classes.switchText}>
            {user.name}
            <small>{user.email}</small>
          </span>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile" leftSection={<UserRound size={14} />}>
          {texts.navigation.pages.profile}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<BookOpen size={14} />}>
          {texts.shell.documentation}
        </Menu.Item>
        <Menu.Divider />
        {schemes.map(([scheme, Icon]) => (
          <Menu.Item key={scheme} leftSection={<Icon size={14} />} onClick={() => setColorScheme(scheme)}>
            {texts.shell.schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={14} />} onClick={() => void signOut()}>
          {texts.shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await settle(personalApi.DELETE('/session'));
    } catch (error) {
      notifyError(error);
      return;
    }
    stopAskingToSignIn();
    dropAllKeptDrafts();
    queryClient.clear();
    await navigate({ to: '/sign-in' });
  };
}
