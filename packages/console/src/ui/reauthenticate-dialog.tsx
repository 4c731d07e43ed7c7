import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { unwrap } from '../api/client';
import { askForPasskey } from '../session/passkeys';
import { personalApi, sessionQuery } from '../session/session';
import { providerUrl, useSignInMethods } from '../session/sign-in-methods';
import { useRead } from '../session/use-read';
import { reauthenticate as words, signIn as signInWords } from '../texts/sign-in';
import { Dialog } from './dialog';
import { ErrorPanel } from './error-panel';

/** Asks for the password, a code, a passkey or a provider; `end` gets whether the user is confirmed. */
export function ReauthenticateDialog({ end }: { readonly end: (isConfirmed: boolean) => void }) {
  return (
    <Dialog opened onClose={() => end(false)} title={words.title} asksBeforeClosing={false}>
      <ReauthenticateForm done={() => end(true)} />
    </Dialog>
  );
}

type Proof = { password: string } | { code: string } | { passkey: Record<string, unknown> };

function ReauthenticateForm({ done }: { readonly done: () => void }) {
  const profile = useRead('/profile');
  const methods = useSignInMethods();
  const { pending, error, prove } = useProve(done);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const value = (name: string) => {
      const entry = form.get(name);
      return typeof entry === 'string' ? entry : '';
    };
    void prove(() =>
      Promise.resolve(value('password') === '' ? { code: value('code') } : { password: value('password') }),
    );
  };
  const fromPasskey = async (): Promise<Proof> => {
    const { options } = await unwrap(personalApi.POST('/session/passkey/options'));
    return { passkey: await askForPasskey(options) };
  };
  const { has_password, totp_enabled_at: totp, passkeys = 0, providers = [] } = profile.data ?? {};
  const hasPassword = has_password === true && methods.password;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
        <ErrorPanel error={error} isBrief />
        {hasPassword && (
          <PasswordInput
            name="password"
            label={signInWords.password}
            autoComplete="current-password"
            data-autofocus
          />
        )}
        {!hasPassword && totp && (
          <TextInput name="code" label={signInWords.code} inputMode="numeric" autoComplete="one-time-code" />
        )}
        {(hasPassword || totp) && (
          <Button type="submit" loading={pending}>
            {words.confirm}
          </Button>
        )}
        {passkeys > 0 && (
          <Button variant="default" loading={pending} onClick={() => void prove(fromPasskey)}>
            {signInWords.passkey}
          </Button>
        )}
        {methods.providers
          .filter(({ id }) => providers.includes(id))
          .map(({ id, name }) => (
            // Leaves the page, and returns to it.
            <Button
              key={id}
              component="a"
              variant="default"
              href={providerUrl(id, { next: thisPage(), again: '1' })}
            >
              {signInWords.provider(name)}
            </Button>
          ))}
      </Stack>
    </form>
  );
}

function useProve(done: () => void) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const prove = async (proof: () => Promise<Proof>) => {
    setPending(true);
    setError(null);
    try {
      const session = await unwrap(personalApi.POST('/session/reauthenticate', { body: await proof() }));
      queryClient.setQueryData(sessionQuery.queryKey, session);
      done();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return { pending, error, prove };
}

/** Without `/console`, which the gateway adds. */
function thisPage(): string {
  const { pathname, search } = window.location;
  return pathname.replace(/^\/console(?=\/|$)/, '') + search;
}
