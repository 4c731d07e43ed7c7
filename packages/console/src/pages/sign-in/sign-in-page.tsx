import { Alert, Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { SignInResult } from '../../api/types';
import { askForPasskey } from '../../session/passkeys';
import { personalApi } from '../../session/session';
import { providerUrl, useSignInMethods } from '../../session/sign-in-methods';
import { signIn as signInWords } from '../../texts/sign-in';
import { ErrorPanel } from '../../ui/error-panel';
import { AuthCard } from './auth-card';
import { CodeForm } from './code-form';
import { useSignIn } from './use-sign-in';

export function SignInPage() {
  const { next, step, error }: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  // A provider's answer ends here when a code is needed, or with the reason why it was refused.
  const [needsCode, setNeedsCode] = useState(step === 'code');
  const signIn = useSignIn({ next, askForCode: () => setNeedsCode(true) });
  if (needsCode) return <CodeForm signIn={signIn} back={() => setNeedsCode(false)} />;
  return <PasswordForm signIn={signIn} next={next} refusal={error} />;
}

function PasswordForm({
  signIn,
  next,
  refusal,
}: {
  readonly signIn: ReturnType<typeof useSignIn>;
  readonly next: string | undefined;
  readonly refusal: string | undefined;
}) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const methods = useSignInMethods();
  const withPasskey = async (): Promise<SignInResult> => {
    const { options } = await unwrap(personalApi.POST('/session/passkey/options'));
    const response = await askForPasskey(options);
    return unwrap(personalApi.POST('/session/passkey', { body: { response } }));
  };
  const hasOthers = methods.passkey || methods.providers.length > 0;
  return (
    <AuthCard title={signInWords.title}>
      <ErrorPanel error={signIn.error} />
      {refusal !== undefined && signIn.isIdle && (
        <Alert color="red" variant="light" role="alert" title={refusalText(refusal)} />
      )}
      {methods.password && (
        <form
          onSubmit={form.onSubmit((body) =>
            signIn.mutate(() => unwrap(personalApi.POST('/session', { body }))),
          )}
        >
          <TextInput
            label={signInWords.email}
            type="email"
            autoComplete="username webauthn"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            mt="sm"
            label={signInWords.password}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="sm" mt="md" fullWidth loading={signIn.isPending}>
            {signInWords.submit}
          </Button>
        </form>
      )}
      {methods.password && hasOthers && <Divider label={signInWords.or} my={4} />}
      {methods.passkey && (
        <Button
          variant="default"
          size="sm"
          fullWidth
          leftSection={<Fingerprint size={16} />}
          onClick={() => signIn.mutate(withPasskey)}
        >
          {signInWords.passkey}
        </Button>
      )}
      {methods.providers.map(({ id, name }) => (
        <Button key={id} component="a" variant="default" size="sm" fullWidth href={providerUrl(id, { next })}>
          {signInWords.provider(name)}
        </Button>
      ))}
    </AuthCard>
  );
}

function refusalText(refusal: string): string {
  return new Map(Object.entries(signInWords.refusals)).get(refusal) ?? signInWords.refusals.provider_failed;
}
