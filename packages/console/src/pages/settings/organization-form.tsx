import { NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { unwrapVersioned } from '../../api/client';
import type { Organization } from '../../api/types';
import { showSaved } from '../../saving/show-saved';
import { SaveState } from '../../saving/save-state';
import { useAutosave } from '../../saving/use-autosave';
import { useScope } from '../../session/scope';
import { useReader } from '../../session/use-read';
import { settings as words } from '../../texts/settings';
import { slugOf } from '../../ui/slug-from-name';
import { UtmInputs, type UtmValues } from '../../ui/utm-inputs';

interface Values {
  readonly name: string;
  readonly postal_address: string;
  readonly alert_email: string;
  readonly body_retention_days: number | string;
  readonly generate_text: boolean;
  /** Null: none. */
  readonly utm: UtmValues | null;
}

/** These settings take effect at once: a field is saved when it is left, and otherwise after a long pause. */
const waitMs = 10_000;

export function OrganizationForm({
  organization,
  canChange,
}: {
  readonly organization: Organization;
  readonly canChange: boolean;
}) {
  const { api } = useScope();
  const queryClient = useQueryClient();
  const { key } = useReader('/organization');
  const saving = useAutosave<Values, ReturnType<typeof updateOf>, Organization>({
    path: '/organization',
    ...{ canChange, waitMs, stored: organization, draftOf: valuesOf, bodyOf: updateOf, problemOf },
    read: () => unwrapVersioned(api.GET('/organization')),
    write: (body, { headers, keepalive }) =>
      unwrapVersioned(api.PATCH('/organization', { body, headers, keepalive })),
    saved: (stored) => showSaved(queryClient, [...key, {}], stored),
  });
  const { draft, change } = saving;
  const text = (name: 'name' | 'postal_address' | 'alert_email') => ({
    value: draft[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <fieldset
      disabled={!canChange}
      style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}
      onBlur={saving.onBlur}
    >
      <Stack gap="sm">
        {canChange && <SaveState saving={saving} labels={words.draftFields} />}
        <TextInput label={words.name} required {...text('name')} />
        <Textarea
          label={words.address}
          description={words.addressHint}
          autosize
          minRows={2}
          {...text('postal_address')}
        />
        <TextInput
          type="email"
          label={words.alertEmail}
          description={words.alertHint}
          {...text('alert_email')}
        />
        <NumberInput
          label={words.retention}
          description={words.retentionHint}
          min={0}
          allowDecimal={false}
          value={draft.body_retention_days}
          onChange={(days) => change({ body_retention_days: days })}
        />
        <Switch
          label={words.generateText}
          description={words.generateTextHint}
          checked={draft.generate_text}
          onChange={(event) => {
            change({ generate_text: event.currentTarget.checked });
            void saving.flush();
          }}
        />
        <UtmSettings
          organization={organization}
          utm={draft.utm}
          change={(utm) => change({ utm })}
          flush={() => void saving.flush()}
        />
      </Stack>
    </fieldset>
  );
}

function UtmSettings({
  organization,
  utm,
  change,
  flush,
}: {
  readonly organization: Organization;
  readonly utm: Values['utm'];
  readonly change: (utm: Values['utm']) => void;
  readonly flush: () => void;
}) {
  return (
    <>
      <Switch
        label={words.utm}
        description={words.utmHint}
        checked={utm !== null}
        onChange={(event) => {
          change(event.currentTarget.checked ? firstUtm(organization) : null);
          flush();
        }}
      />
      {utm !== null && (
        <UtmInputs
          utm={utm}
          change={change}
          openCampaign={{ text: words.campaignHint, example: words.campaignExample }}
        />
      )}
    </>
  );
}

function valuesOf(organization: Organization): Values {
  const { name, postal_address: address, alert_email: alert } = organization;
  const { body_retention_days: days, generate_text: text, utm } = organization;
  return {
    ...{ name, postal_address: address ?? '', alert_email: alert ?? '' },
    ...{ body_retention_days: days, generate_text: text },
    utm: utm && { ...utm, campaign: utm.campaign ?? '' },
  };
}

function updateOf(values: Values) {
  return {
    name: values.name,
    postal_address: textOrNull(values.postal_address),
    alert_email: textOrNull(values.alert_email),
    body_retention_days: values.body_retention_days === '' ? null : Number(values.body_retention_days),
    generate_text: values.generate_text,
    utm: values.utm && utmOf(values.utm),
  };
}

/** Without a campaign, each broadcast has its own. */
function utmOf({ source, medium, campaign }: UtmValues) {
  return { source, medium, ...(campaign.trim() !== '' && { campaign }) };
}

function firstUtm({ name, slug }: Organization): UtmValues {
  return { source: slugOf(name) || slug, medium: 'email', campaign: '' };
}

function problemOf({ utm }: Values): string | null {
  return utm !== null && [utm.source, utm.medium].some((value) => value.trim() === '')
    ? words.utmMissing
    : null;
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
