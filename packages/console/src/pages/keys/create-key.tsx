import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import { unwrap } from '../../api/client';
import type { CreatedApiKey } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { keys as words } from '../../texts/keys';
import { DomainSelect } from '../../ui/domain-select';
import { FormModal } from '../../ui/form-modal';
import { timeOfInput } from '../../ui/time-input';
import { useFormDialog } from '../../ui/use-form-dialog';
import { KeyLimitFields, noLimitValues, requestedLimits, type LimitValues } from './key-limits';

const dayMs = 86_400_000;
const expiryDays = [7, 30, 90, 365];
const expiries = [
  { value: 'never', label: words.expiries.never },
  ...expiryDays.map((days) => ({ value: String(days), label: words.expiries.days(days) })),
  { value: 'custom', label: words.expiries.custom },
];

interface KeyValues extends LimitValues {
  readonly name: string;
  readonly permission: string;
  /** None: all of the organization, also those that are added later. */
  readonly domainIds: string[];
  /** `never`, days from now, or `custom`. */
  readonly expiry: string;
  /** Of `custom`. */
  readonly expiresAt: string;
  /** Empty: the default. */
  readonly rateLimit: number | string;
}

const initialValues: KeyValues = {
  ...{ name: '', permission: 'SEND', domainIds: [], expiry: 'never', expiresAt: '', rateLimit: '' },
  ...noLimitValues,
};

export function CreateKey({
  opened,
  close,
  created,
}: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly created: (key: CreatedApiKey) => void;
}) {
  const { api, mode } = useScope();
  const isAdmin = useHasRole('admin');
  const { form, dialog } = useFormDialog<KeyValues, CreatedApiKey>({
    close,
    opened,
    initialValues,
    run: (values) => unwrap(api.POST('/keys', { body: { mode, ...requestOf(values) } })),
    done: created,
  });
  return (
    <FormModal {...dialog} title={words.createTitle[mode]} action={words.create}>
      <TextInput
        label={words.name}
        placeholder={words.namePlaceholder}
        data-autofocus
        required
        {...form.getInputProps('name')}
      />
      <Select
        label={words.permission}
        description={words.permissions[form.getValues().permission]}
        data={isAdmin ? ['SEND', 'FULL', 'ADMIN'] : ['SEND']}
        {...form.getInputProps('permission')}
      />
      <DomainSelect
        label={words.domainsLabel}
        placeholder={words.allDomains}
        {...form.getInputProps('domainIds')}
      />
      <Select label={words.expiry} data={expiries} allowDeselect={false} {...form.getInputProps('expiry')} />
      {form.values.expiry === 'custom' && (
        <TextInput
          type="datetime-local"
          label={words.expiresAt}
          required
          {...form.getInputProps('expiresAt')}
        />
      )}
      <NumberInput
        label={words.rateLimit}
        description={words.rateLimitText}
        min={1}
        allowDecimal={false}
        {...form.getInputProps('rateLimit')}
      />
      <KeyLimitFields form={form} />
      {mode === 'test' && (
        <Text size="xs" c="dimmed">
          {words.testHint}
        </Text>
      )}
    </FormModal>
  );
}

function requestOf({ name, permission, domainIds, rateLimit, ...values }: KeyValues) {
  const expiresAt = expiryOf(values);
  return {
    ...{ name, permission },
    ...(domainIds.length > 0 && { domains: domainIds }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
    ...(rateLimit !== '' && { rate_limit: Number(rateLimit) }),
    ...requestedLimits(values),
  };
}

function expiryOf({ expiry, expiresAt }: Pick<KeyValues, 'expiry' | 'expiresAt'>): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'custom') return timeOfInput(expiresAt);
  return new Date(Date.now() + Number(expiry) * dayMs).toISOString();
}
