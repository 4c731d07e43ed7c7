import { Text, TextInput } from '@mantine/core';
import { utmTexts as words } from '../texts/utm';
import { CodeBlock } from './copy';

const names = ['source', 'medium', 'campaign'] as const;

export type UtmValues = Readonly<Record<(typeof names)[number], string>>;

/** The three parameters, and what they make of a link. */
export function UtmInputs({
  utm,
  change,
  openCampaign,
}: {
  readonly utm: UtmValues;
  readonly change: (utm: UtmValues) => void;
  /** The campaign may be left empty: what it is then, as a description and in the example. */
  readonly openCampaign?: { readonly text: string; readonly example: string };
}) {
  const shown = { ...utm, campaign: utm.campaign.trim() || (openCampaign?.example ?? '') };
  return (
    <>
      {names.map((each) => (
        <TextInput
          key={each}
          label={words.names[each]}
          description={each === 'campaign' ? openCampaign?.text : undefined}
          required={each !== 'campaign' || openCampaign === undefined}
          value={utm[each]}
          onChange={(event) => change({ ...utm, [each]: event.currentTarget.value })}
        />
      ))}
      <div>
        <Text size="xs" c="dimmed">
          {words.example}
        </Text>
        <CodeBlock
          wrap
          label={words.example}
          code={`https://example.com/?${names.map((each) => `utm_${each}=${encodeURIComponent(shown[each])}`).join('&')}`}
        />
      </div>
    </>
  );
}
