import { Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Fingerprint } from 'lucide-react';
import { unwrap } from '../api/client';
import type { SignInResult } from '../api/types';
import { askForPasskey } from '../session/passkeys';
import { personalApi } from '../session/session';
import { providerUrl, useSignInMethods } from '../session/sign-in-methods';
import { signIn as words } from '../texts/sign-in';
import { ErrorPanel } from './error-panel';
import { useFieldErrors } from './use-field-errors';
import type { SignIn } from './use-sign-in';

/** All ways to sign in that the platform has. */
export function SignInForm({
  signIn,
  email,
  next,
  openProvider,
}: {
  readonly signIn: SignIn;
  /** Of the user who signs in again. */
  readonly email?: string;
  /** The page to open after the sign-in at a provider. */
  readonly next: string | undefined;
  /** Default: the provider's page takes the place of this one. */
  readonly openProvider?: (url: string) => void;
}) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: email ?? '', password: '' } });
  const error = useFieldErrors(form, signIn.error);
  const methods = useSignInMethods();
  const withPasskey = async (): Promise<SignInResult> => {
    const { options } = await unwrap(personalApi.POST('/session/passkey/options'));
    const response = await askForPasskey(options);
    return unwrap(personalApi.POST('/session/passkey', { body: { response } }));
  };
  const hasOthers = methods.passkey || methods.providers.length > 0;
  return (
    <>
      <ErrorPanel error={error} isBrief />
      {methods.password && (
        <form
          onSubmit={form.onSubmit((body) =>
            signIn.mutate(() => unwrap(personalApi.POST('/session', { body }))),
          )}
        >
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username webauthn"
            autoFocus={email === undefined}
            readOnly={email !== undefined}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            mt="sm"
            label={words.password}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="sm" mt="md" fullWidth loading={signIn.isPending}>
            {words.submit}
          </Button>
        </form>
      )}
      {methods.password && hasOthers && <Divider label={words.or} my={4} />}
      {methods.passkey && (
        <Button
          variant="default"
          size="sm"
          fullWidth
          leftSection={<Fingerprint size={16} />}
          onClick={() => signIn.mutate(withPasskey)}
        >
          {words.passkey}
        </Button>
      )}
      {methods.providers.map(({ id, name }) => {
        const url = providerUrl(id, { next });
        return openProvider === undefined ? (
          <Button key={id} component="a" variant="default" size="sm" fullWidth href={url}>
            {words.provider(name)}
          </Button>
        ) : (
          <Button key={id} variant="default" size="sm" fullWidth onClick={() => openProvider(url)}>
            {words.provider(name)}
          </Button>
        );
      })}
    </>
  );
}
