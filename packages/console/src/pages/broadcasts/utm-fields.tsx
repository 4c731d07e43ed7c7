import { Checkbox, Code, Stack, Text, TextInput } from '@mantine/core';
import { useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { slugOf } from '../../ui/slug-from-name';
import type { StepProps } from './broadcast-draft';

const { utm: words } = broadcastTexts;
const names = ['source', 'medium', 'campaign'] as const;

/** UTM parameters of the links, filled from the names of the organization and the broadcast. */
export function UtmFields({ draft: { utm, name }, change }: StepProps) {
  const { organization } = useScope();
  const filled = () => ({
    source: slugOf(organization.name) || organization.slug,
    medium: 'email',
    campaign: slugOf(name) || name,
  });
  return (
    <Stack gap="sm">
      <Checkbox
        label={words.on}
        description={words.text}
        checked={utm !== null}
        onChange={(event) => change({ utm: event.currentTarget.checked ? filled() : null })}
      />
      {utm !== null && (
        <>
          {names.map((each) => (
            <TextInput
              key={each}
              label={words.names[each]}
              required
              value={utm[each]}
              onChange={(event) => change({ utm: { ...utm, [each]: event.currentTarget.value } })}
            />
          ))}
          <div>
            <Text size="xs" c="dimmed">
              {words.example}
            </Text>
            <Code block aria-label={words.example}>
              {`https://example.com/?${names.map((each) => `utm_${each}=${encodeURIComponent(utm[each])}`).join('&')}`}
            </Code>
          </div>
        </>
      )}
    </Stack>
  );
}
