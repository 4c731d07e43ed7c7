import { Anchor, Button, PinInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { personalApi } from '../../session/session';
import { signIn as signInWords } from '../../texts/sign-in';
import { ErrorPanel } from '../../ui/error-panel';
import { AuthCard } from './auth-card';
import type { useSignIn } from './use-sign-in';

/** The second step: a code of the authenticator app, or a recovery code. */
export function CodeForm({
  signIn,
  back,
}: {
  readonly signIn: ReturnType<typeof useSignIn>;
  readonly back: () => void;
}) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const send = (value: string) =>
    signIn.mutate(() =>
      unwrap(
        personalApi.POST('/session/totp', { body: isRecovery ? { recovery_code: value } : { code: value } }),
      ),
    );
  return (
    <AuthCard
      title={signInWords.codeTitle}
      text={isRecovery ? signInWords.recoveryText : signInWords.codeText}
    >
      <ErrorPanel error={signIn.error} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(code);
        }}
      >
        {isRecovery ? (
          <TextInput
            label={signInWords.recoveryCode}
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
            aria-label={signInWords.code}
            value={code}
            onChange={setCode}
            onComplete={send}
          />
        )}
        <Button type="submit" size="sm" mt="md" fullWidth loading={signIn.isPending}>
          {signInWords.submitCode}
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
        {isRecovery ? signInWords.useCode : signInWords.useRecovery}
      </Anchor>
      <Anchor component="button" type="button" size="sm" onClick={back}>
        {signInWords.back}
      </Anchor>
    </AuthCard>
  );
}
