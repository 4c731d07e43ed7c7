import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Session } from '../api/types';
import { currentSession } from '../session/session';
import { endedSession as words } from '../texts/sign-in';
import { Dialog } from './dialog';
import { SignInCode } from './sign-in-code';
import { SignInForm } from './sign-in-form';
import { useSignIn } from './use-sign-in';
import { WritingNotice } from './writing-notice';

interface OverlayProps {
  readonly user: Session['user'];
  /** Who has signed in instead. */
  readonly other: Session['user'] | null;
  readonly signedIn: (session: Session) => void;
}

/** The sign-in above a page whose session has ended. */
export function SignInOverlay({ user, other, signedIn }: OverlayProps) {
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={other === null ? words.title : words.otherTitle}
      isAboveAll
    >
      {other === null ? (
        <SignInAgain user={user} signedIn={signedIn} />
      ) : (
        <Stack gap="sm">
          <Text size="sm">{words.otherText({ before: user.email, now: other.email })}</Text>
          {/* As the first page that they open: what this one shows is of another user. */}
          <Button component="a" href="/console/">
            {words.reload(other.email)}
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}

/** While something is being written. */
export function SignInNotice({ other, signedIn }: Omit<OverlayProps, 'user'>) {
  useReturn(signedIn);
  return other === null ? (
    <WritingNotice text={words.notice} action={words.signIn} />
  ) : (
    <WritingNotice text={words.otherTitle} action={words.show} />
  );
}

function SignInAgain({ user, signedIn }: Omit<OverlayProps, 'other'>) {
  const [needsCode, setNeedsCode] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);
  const signIn = useSignIn({ askForCode: () => setNeedsCode(true), signedIn });
  useReturn(signedIn);
  return (
    <Stack gap="sm">
      <Text size="sm">{words.text(user.email)}</Text>
      {needsCode ? (
        <SignInCode signIn={signIn} back={() => setNeedsCode(false)} />
      ) : (
        <SignInForm
          signIn={signIn}
          email={user.email}
          next="/signed-in"
          openProvider={(url) => {
            // Leaving the page would lose what was typed.
            window.open(url, '_blank', 'popup,width=520,height=720');
            setElsewhere(true);
          }}
        />
      )}
      {isElsewhere && (
        <Text size="sm" c="dimmed" role="status">
          {words.provider}
        </Text>
      )}
      <Anchor size="sm" href="/console/sign-in">
        {words.leave}
      </Anchor>
    </Stack>
  );
}

/** A user who comes back to this window may have signed in at a provider or in another tab. */
function useReturn(signedIn: (session: Session) => void): void {
  useEffect(() => {
    const look = async () => {
      const session = await currentSession().catch(() => null);
      if (session !== null) signedIn(session);
    };
    const onFocus = () => void look();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [signedIn]);
}
