import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { unwrap } from '../api/client';
import { hasCode } from '../api/request-error';
import { askForPasskey } from '../session/passkeys';
import { personalApi, sessionQuery } from '../session/session';
import { texts } from '../texts/texts';
import { ErrorPanel } from './error-panel';

/** Runs a change; when the API requires a recent authentication, asks for it and repeats the change. */
export type RunSensitive = <Result>(change: () => Promise<Result>) => Promise<Result>;

const SensitiveContext = createContext<RunSensitive | null>(null);

export function useSensitive(): RunSensitive {
  const run = useContext(SensitiveContext);
  if (run === null) throw new Error('useSensitive is called outside SensitiveProvider');
  return run;
}

export function SensitiveProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((isConfirmed: boolean) => void) | null>(null);
  const run = useMemo<RunSensitive>(
    () => async (change) => {
      try {
        return await change();
      } catch (error) {
        if (!hasCode(error, 'reauthentication_required')) throw error;
        const isConfirmed = await new Promise<boolean>((settle) => {
          waiting.current = settle;
          setOpen(true);
        });
        if (!isConfirmed) throw error;
        return change();
      }
    },
    [],
  );
  const end = (isConfirmed: boolean) => {
    setOpen(false);
    waiting.current?.(isConfirmed);
    waiting.current = null;
  };
  return (
    <SensitiveContext value={run}>
      {children}
      <Modal opened={isOpen} onClose={() => end(false)} title={texts.reauthenticate.title}>
        {isOpen && <ReauthenticateForm done={() => end(true)} />}
      </Modal>
    </SensitiveContext>
  );
}

type Proof = { password: string } | { code: string } | { passkey: Record<string, unknown> };

function ReauthenticateForm({ done }: { readonly done: () => void }) {
  const profile = useQuery({ queryKey: ['profile'], queryFn: () => unwrap(personalApi.GET('/profile')) });
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
  const { has_password: hasPassword, totp_enabled_at: totp, passkeys = 0 } = profile.data ?? {};
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {texts.reauthenticate.text}
        </Text>
        <ErrorPanel error={error} />
        {hasPassword && (
          <PasswordInput
            name="password"
            label={texts.signIn.password}
            autoComplete="current-password"
            data-autofocus
          />
        )}
        {!hasPassword && totp && (
          <TextInput name="code" label={texts.signIn.code} inputMode="numeric" autoComplete="one-time-code" />
        )}
        {(hasPassword || totp) && (
          <Button type="submit" loading={pending}>
            {texts.reauthenticate.confirm}
          </Button>
        )}
        {passkeys > 0 && (
          <Button variant="default" loading={pending} onClick={() => void prove(fromPasskey)}>
            {texts.signIn.passkey}
          </Button>
        )}
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
