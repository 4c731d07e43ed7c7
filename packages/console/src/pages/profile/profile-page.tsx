import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { Profile } from '../../api/types';
import { personalApi } from '../../session/session';
import { useRead } from '../../session/use-read';
import { PendingPage } from '../../shell/pending-page';
import { profile as words } from '../../texts/profile';
import { signIn as signInWords } from '../../texts/sign-in';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHeader } from '../../ui/page-header';
import { Panel } from '../../ui/panel';
import { useChange } from '../../ui/use-change';
import { useFieldErrors } from '../../ui/use-field-errors';
import { LinkedProviders } from './linked-providers';
import { Passkeys } from './passkeys';
import { PasswordForm } from './password-form';
import { Sessions } from './sessions';
import { TotpSettings } from './totp-settings';

export function ProfilePage() {
  const query = useRead('/profile');
  const { data: profile } = query;
  if (profile === undefined) return <PendingPage query={query} />;
  return (
    <>
      <PageHeader title={texts.navigation.pages.profile} description={words.description} />
      <Stack maw="44rem">
        <Panel title={words.you}>
          <NameForm key={profile.name} profile={profile} />
        </Panel>
        <Panel title={words.password}>
          <PasswordForm profile={profile} />
        </Panel>
        <TotpSettings profile={profile} />
        <Passkeys />
        <LinkedProviders profile={profile} />
        <Sessions />
      </Stack>
    </>
  );
}

function NameForm({ profile: { name, email } }: { readonly profile: Profile }) {
  const form = useForm({ initialValues: { name } });
  const save = useChange({
    run: (body: { name: string }) => unwrap(personalApi.PATCH('/profile', { body })),
    message: words.saved,
    showsError: true,
  });
  const error = useFieldErrors(form, save.error);
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <ErrorPanel error={error} />
      <Group align="end" gap="sm">
        <TextInput label={words.name} autoComplete="name" required {...form.getInputProps('name')} />
        <TextInput label={signInWords.email} value={email} readOnly variant="filled" />
        <Button type="submit" size="sm" disabled={!form.isDirty()} loading={save.isPending}>
          {texts.common.save}
        </Button>
      </Group>
    </form>
  );
}
