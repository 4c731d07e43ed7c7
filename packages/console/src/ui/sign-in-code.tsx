import { Anchor, Button, PinInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../api/client';
import { personalApi } from '../session/session';
import { signIn as words } from '../texts/sign-in';
import { ErrorPanel } from './error-panel';
import type { SignIn } from './use-sign-in';

/** The second step: a code of the authenticator app, or a recovery code. */
export function SignInCode({ signIn, back }: { readonly signIn: SignIn; readonly back: () => void }) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const send = (value: string) =>
    signIn.mutate(() =>
      unwrap(
        personalApi.POST('/session/totp', { body: isRecovery ? { recovery_code: value } : { code: value } }),
      ),
    );
  return (
    <>
      <ErrorPanel error={signIn.error} isBrief />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(code);
        }}
      >
        {isRecovery ? (
          <TextInput
            label={words.recoveryCode}
            description={words.recoveryText}
            value={code}
            autoFocus
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : (
          <PinInput
            length={6}
            type="number"
            oneTimeCode
            autoFocus
            aria-label={words.code}
            value={code}
            onChange={setCode}
            onComplete={send}
          />
        )}
        <Button type="submit" size="sm" mt="md" fullWidth loading={signIn.isPending}>
          {words.submitCode}
        </Button>
      </form>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => {
          setCode('');
          setRecovery(!isRecovery);
        }}
      >
        {isRecovery ? words.useCode : words.useRecovery}
      </Anchor>
      <Anchor component="button" type="button" size="sm" onClick={back}>
        {words.back}
      </Anchor>
    </>
  );
}
