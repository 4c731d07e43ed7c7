import { useEffect } from 'react';
import { endedSession as words } from '../../texts/sign-in';
import { AuthCard } from './auth-card';

/** The end of a sign-in at a provider in a window of its own. It closes itself where the browser allows it. */
export function SignedInPage() {
  useEffect(() => window.close(), []);
  return (
    <AuthCard title={words.done} text={words.doneText}>
      {null}
    </AuthCard>
  );
}
