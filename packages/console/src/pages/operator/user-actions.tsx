import { Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { OperatorUser, UserChange } from '../../api/types';
import { personalApi, sessionQuery } from '../../session/session';
import { operatorUserTexts as words } from '../../texts/operator-users';
import { texts } from '../../texts/texts';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import { notify } from '../../ui/notify';
import { useChange } from '../../ui/use-change';

interface Props {
  readonly user: OperatorUser;
  readonly showPassword: (password: string) => void;
}

/** Operators do not change themselves. */
export function UserActions(props: Props) {
  const { user } = props;
  const { data: session } = useQuery(sessionQuery);
  const [chosen, choose] = useState<UserChange | null>(null);
  if (session?.user.email === user.email) return texts.common.none;
  const changes: readonly UserChange[] = [
    user.is_operator ? 'remove_operator' : 'make_operator',
    'end_sessions',
    'reset',
  ];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" aria-label={`${words.actions} ${user.email}`}>
            {words.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {changes.map((change) => (
            <Menu.Item
              key={change}
              c={change === 'make_operator' ? undefined : 'var(--bad)'}
              onClick={() => choose(change)}
            >
              {words.changes[change].action}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen !== null && <ChangeUser {...props} change={chosen} close={() => choose(null)} />}
    </>
  );
}

function ChangeUser({
  user: { email },
  change: given,
  showPassword,
  close,
}: Props & { readonly change: UserChange; readonly close: () => void }) {
  const own = words.changes[given];
  const change = useChange({
    run: () => unwrap(personalApi.POST('/operator/users/change', { body: { email, change: given } })),
    done: ({ password }) => {
      notify(own.done);
      if (password !== null) showPassword(password);
      close();
    },
    showsError: true,
  });
  return (
    <Dialog opened onClose={close} title={own.title(email)}>
      <Text size="sm">{own.text}</Text>
      <DialogFoot error={change.error}>
        <Button variant="default" onClick={close}>
          {texts.common.cancel}
        </Button>
        <Button
          color={given === 'make_operator' ? 'accent' : 'red.9'}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {own.action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
