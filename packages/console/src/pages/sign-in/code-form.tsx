import { Anchor, Button, PinInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import { personalApi } from '../../session/session';
import { texts } from '../../texts/texts';
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
      title={texts.signIn.codeTitle}
      text={isRecovery ? texts.signIn.recoveryText : texts.signIn.codeText}
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
            label={texts.signIn.recoveryCode}
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
            aria-label={texts.signIn.code}
            value={code}
            onChange={setCode}
            onComplete={send}
          />
        )}
        <Button type="submit" size="sm" mt="md" fullWidth loading={signIn.isPending}>
          {texts.signIn.submitCode}
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
        {isRecovery ? texts.signIn.useCode : texts.signIn.useRecovery}
      </Anchor>
      <Anchor component="button" type="button" size="sm" onClick={back}>
        {texts.signIn.back}
      </Anchor>
    </AuthCard>
  );
}
