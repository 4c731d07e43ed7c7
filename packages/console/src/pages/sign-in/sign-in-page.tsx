import { Alert } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn as words } from '../../texts/sign-in';
import { SignInCode } from '../../ui/sign-in-code';
import { SignInForm } from '../../ui/sign-in-form';
import { useSignIn } from '../../ui/use-sign-in';
import { AuthCard } from './auth-card';
import { useEnter } from './use-enter';

export function SignInPage() {
  const {
    next,
    step,
    error: refusal,
  }: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  // A provider's answer ends here when a code is needed, or with the reason why it was refused.
  const [needsCode, setNeedsCode] = useState(step === 'code');
  const signIn = useSignIn({ askForCode: () => setNeedsCode(true), signedIn: useEnter(next) });
  if (needsCode)
    return (
      <AuthCard title={words.codeTitle} text={words.codeText}>
        <SignInCode signIn={signIn} back={() => setNeedsCode(false)} />
      </AuthCard>
    );
  return (
    <AuthCard title={words.title}>
      {refusal !== undefined && signIn.isIdle && (
        <Alert color="red" variant="light" role="alert" title={refusalText(refusal)} />
      )}
      <SignInForm signIn={signIn} next={next} />
    </AuthCard>
  );
}

function refusalText(refusal: string): string {
  return new Map(Object.entries(words.refusals)).get(refusal) ?? words.refusals.provider_failed;
}
