import { Button, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { unwrap } from '../../api/client';
import type { Organization } from '../../api/types';
import { useScope } from '../../session/scope';
import { settings as words } from '../../texts/settings';
import { texts } from '../../texts/texts';
import { ErrorPanel } from '../../ui/error-panel';
import { useChange } from '../../ui/use-change';

interface Values {
  name: string;
  postal_address: string;
  alert_email: string;
  body_retention_days: number | string;
  generate_text: boolean;
}

export function OrganizationForm({
  organization,
  canChange,
}: {
  readonly organization: Organization;
  readonly canChange: boolean;
}) {
  const { api } = useScope();
  const form = useForm<Values>({ initialValues: valuesOf(organization) });
  const save = useChange({
    run: (values: Values) =>
      unwrap(
        api.PATCH('/organization', {
          body: {
            name: values.name,
            postal_address: textOrNull(values.postal_address),
            alert_email: textOrNull(values.alert_email),
            body_retention_days: Number(values.body_retention_days),
            generate_text: values.generate_text,
          },
        }),
      ),
    message: words.saved,
    showsError: true,
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <fieldset disabled={!canChange} style={{ border: 0, padding: 0, margin: 0 }}>
        <Stack gap="sm">
          <ErrorPanel error={save.error} />
          <TextInput label={words.name} required {...form.getInputProps('name')} />
          <Textarea
            label={words.address}
            description={words.addressHint}
            autosize
            minRows={2}
            {...form.getInputProps('postal_address')}
          />
          <TextInput
            type="email"
            label={words.alertEmail}
            description={words.alertHint}
            {...form.getInputProps('alert_email')}
          />
          <NumberInput
            label={words.retention}
            description={words.retentionHint}
            min={0}
            allowDecimal={false}
            {...form.getInputProps('body_retention_days')}
          />
          <Switch
            label={words.generateText}
            description={words.generateTextHint}
            {...form.getInputProps('generate_text', { type: 'checkbox' })}
          />
          {canChange && (
            <Button
              type="submit"
              loading={save.isPending}
              disabled={!form.isDirty()}
              style={{ alignSelf: 'flex-start' }}
            >
              {texts.common.save}
            </Button>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

function valuesOf(organization: Organization): Values {
  const {
    name,
    postal_address: address,
    alert_email: alert,
    body_retention_days: days,
    generate_text: text,
  } = organization;
  return {
    name,
    postal_address: address ?? '',
    alert_email: alert ?? '',
    body_retention_days: days,
    generate_text: text,
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
