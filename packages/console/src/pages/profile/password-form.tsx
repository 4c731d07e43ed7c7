import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { Profile } from '../../api/types';
import { personalApi } from '../../session/session';
import { profile as words } from '../../texts/profile';
import { invitation as invitationWords } from '../../texts/sign-in';
import { ErrorPanel } from '../../ui/error-panel';
import { useChange } from '../../ui/use-change';
import { useFieldErrors } from '../../ui/use-field-errors';

interface Passwords {
  current_password: string;
  new_password: string;
}

export function PasswordForm({ profile }: { readonly profile: Profile }) {
  const form = useForm<Passwords>({ initialValues: { current_password: '', new_password: '' } });
  const save = useChange({
    run: ({ current_password: current, new_password: next }: Passwords) =>
      unwrap(
        personalApi.POST('/profile/password', {
          body: { new_password: next, ...(profile.has_password && { current_password: current }) },
        }),
      ),
    message: words.passwordSaved,
    done: () => form.reset(),
    showsError: true,
  });
  const error = useFieldErrors(form, save.error);
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm" maw="22rem" align="stretch">
        <ErrorPanel error={error} />
        {profile.has_password && (
          <PasswordInput
            label={words.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('current_password')}
          />
        )}
        <PasswordInput
          label={words.newPassword}
          description={invitationWords.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('new_password')}
        />
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {words.setPassword}
        </Button>
      </Stack>
    </form>
  );
}
