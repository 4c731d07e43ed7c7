import { Checkbox, Stack, Text } from '@mantine/core';
import { useScope } from '../../session/scope';
import { useRead } from '../../session/use-read';
import { broadcastTexts } from '../../texts/broadcasts';
import { slugOf } from '../../ui/slug-from-name';
import { UtmInputs } from '../../ui/utm-inputs';
import type { StepProps } from './broadcast-draft';

const { utm: words } = broadcastTexts;

/** UTM parameters of the links, filled from the settings, or from the names of the organization and the broadcast. */
export function UtmFields({ draft: { utm, name }, change }: StepProps) {
  const { organization } = useScope();
  const { data: settings } = useRead('/organization');
  const defaults = settings?.utm ?? null;
  const filled = () => ({
    source: defaults?.source ?? (slugOf(organization.name) || organization.slug),
    medium: defaults?.medium ?? 'email',
    campaign: defaults?.campaign ?? (slugOf(name) || name),
  });
  const isInherited = utm !== null && utm.source === defaults?.source && utm.medium === defaults.medium;
  return (
    <Stack gap="sm">
      <Checkbox
        label={words.on}
        description={words.text}
        checked={utm !== null}
        onChange={(event) => change({ utm: event.currentTarget.checked ? filled() : null })}
      />
      {isInherited && (
        <Text size="xs" c="dimmed">
          {words.inherited}
        </Text>
      )}
      {utm !== null && <UtmInputs utm={utm} change={(changed) => change({ utm: changed })} />}
    </Stack>
  );
}
