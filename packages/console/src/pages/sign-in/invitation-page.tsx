import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { unwrap } from '../../api/client';
import { createPasskey } from '../../session/passkeys';
import { personalApi } from '../../session/session';
import { providerUrl, useSignInMethods } from '../../session/sign-in-methods';
import { invitation as words, signIn as signInWords } from '../../texts/sign-in';
import { ErrorPanel } from '../../ui/error-panel';
import { searchOf } from '../../ui/search-of';
import { useFieldErrors } from '../../ui/use-field-errors';
import { useSignIn } from '../../ui/use-sign-in';
import { AuthCard } from './auth-card';
import { useEnter } from './use-enter';

/** `/console/invitation#<token>`: the fragment is never sent to a server by itself. */
export function InvitationPage() {
  const { hash: token } = useLocation();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    retry: false,
    queryFn: () => unwrap(personalApi.POST('/invitations/read', { body: { token } })),
  });
  if (invitation.isPending) return <AuthCard title={words.loading}>{null}</AuthCard>;
  if (invitation.isError)
    return (
      <AuthCard title={words.invalid}>
        <ErrorPanel error={invitation.error} />
      </AuthCard>
    );
  const { email, organization_name: organization, role, invited_by: by, next } = invitation.data;
  const text = words.text({ by, role });
  const title = words.title(organization ?? 'Postrider');
  if (next === 'sign_in')
    return (
      <AuthCard title={title} text={text}>
        <Button
          component={Link}
          to="/sign-in"
          search={searchOf({ next: `/invitation#${token}` })}
          size="sm"
          fullWidth
        >
          {words.signIn(email)}
        </Button>
      </AuthCard>
    );
  return (
    <AuthCard title={title} text={text}>
      {next === 'join' ? <JoinButton token={token} /> : <RegisterForm token={token} email={email} />}
    </AuthCard>
  );
}

const noCode = () => {
  throw new Error('an invitation is accepted without a code');
};

function JoinButton({ token }: { readonly token: string }) {
  const accept = useSignIn({ askForCode: noCode, signedIn: useEnter(undefined) });
  return (
    <>
      <ErrorPanel error={accept.error} />
      <Button
        size="sm"
        fullWidth
        loading={accept.isPending}
        onClick={() =>
          accept.mutate(() => unwrap(personalApi.POST('/invitations/accept', { body: { token } })))
        }
      >
        {words.join}
      </Button>
    </>
  );
}

function RegisterForm({ token, email }: { readonly token: string; readonly email: string }) {
  const accept = useSignIn({ askForCode: noCode, signedIn: useEnter('/start') });
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } });
  const error = useFieldErrors(form, accept.error);
  const methods = useSignInMethods();
  const withPasskey = async () => {
    const { options } = await unwrap(personalApi.POST('/invitations/passkey-options', { body: { token } }));
    const passkey = await createPasskey(options);
    return unwrap(
      personalApi.POST('/invitations/accept', { body: { token, name: form.getValues().name, passkey } }),
    );
  };
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        accept.mutate(() => unwrap(personalApi.POST('/invitations/accept', { body: { token, ...values } }))),
      )}
    >
      <ErrorPanel error={error} />
      <TextInput label={signInWords.email} value={email} readOnly autoComplete="username" />
      <TextInput
        mt="sm"
        label={words.name}
        autoComplete="name"
        autoFocus
        required
        {...form.getInputProps('name')}
      />
      {methods.password && (
        <>
          <PasswordInput
            mt="sm"
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="sm" mt="md" fullWidth loading={accept.isPending}>
            {words.create}
          </Button>
        </>
      )}
      <Button
        mt="xs"
        size="sm"
        variant="default"
        fullWidth
        leftSection={<Fingerprint size={16} />}
        onClick={() => accept.mutate(withPasskey)}
      >
        {words.createPasskey}
      </Button>
      {methods.providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          mt="xs"
          size="sm"
          variant="default"
          fullWidth
          href={providerUrl(id, { next: '/start' })}
        >
          {signInWords.provider(name)}
        </Button>
      ))}
    </form>
  );
}
