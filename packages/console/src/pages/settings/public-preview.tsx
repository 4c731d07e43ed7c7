import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { PreviewBranding } from '../../api/types';
import { useScope } from '../../session/scope';
import { branding as words } from '../../texts/settings';
import { ErrorPanel } from '../../ui/error-panel';
import { EmailPreview } from '../emails/email-preview';

type Shown = keyof typeof words.previews;

/** How long after the last change the preview is rendered. */
const typingMs = 400;

/** Public pages and emails as readers see them, with what is being edited. The first of `shown` is open. */
export function PublicPreview({
  edited,
  shown,
}: {
  readonly edited: PreviewBranding;
  readonly shown: readonly [Shown, ...Shown[]];
}) {
  const { api, queryKey } = useScope();
  const [chosen, setChosen] = useState<string>(shown[0]);
  const [settled] = useDebouncedValue(JSON.stringify(edited), typingMs);
  const { data, error } = useQuery({
    queryKey: [...queryKey, 'branding-preview', settled],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(api.POST('/organization/branding-preview', { body: JSON.parse(settled) as PreviewBranding })),
  });
  const name = shown.find((each) => each === chosen) ?? shown[0];
  const html = data?.[name];
  return (
    <Stack gap="sm">
      {/* On a phone it scrolls: its names do not fit. */}
      <div style={{ overflowX: 'auto' }}>
        <SegmentedControl
          size="xs"
          miw="max-content"
          fullWidth
          aria-label={words.preview}
          value={chosen}
          onChange={setChosen}
          data={shown.map((value) => ({ value, label: words.previews[value] }))}
        />
      </div>
      <ErrorPanel error={error} />
      {html === null && <Text size="sm">{words.noFooter}</Text>}
      {name === 'confirmation' && data !== undefined && (
        <Text size="sm">{words.subject(data.confirmation_subject)}</Text>
      )}
      {typeof html === 'string' && <EmailPreview html={html} showsImages />}
    </Stack>
  );
}
