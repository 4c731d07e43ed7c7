import { Alert, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { unwrap } from '../../api/client';
import type { Template } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { templateTexts } from '../../texts/templates';
import { useDomains } from '../../ui/domain-select';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { CheckPanel } from '../emails/email-findings';
import { RenderedEmail } from '../emails/rendered-email';
import { partsRead } from './known-shape';
import { useSample } from './sample-data';
import { SampleFields } from './sample-fields';
import { TestTemplate } from './test-template';

const { preview: words } = templateTexts;

/** How long after the last key the preview is rendered. */
const typingMs = 500;

/** The saved draft, rendered by the API as a send would render it. */
export function TemplatePreview({
  template,
  isStale,
}: {
  readonly template: Template;
  readonly isStale: boolean;
}) {
  const { api, queryKey } = useScope();
  const { html, text } = template;
  const parts = useMemo(() => partsRead([html, text]), [html, text]);
  const { data, set } = useSample(template.id, template.variables, parts);
  const [settled] = useDebouncedValue(JSON.stringify(data), typingMs);
  const rendered = useQuery({
    queryKey: [...queryKey, 'rendered-template', template.id, template.updated_at, settled],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(
        api.POST('/templates/{id_or_slug}/render', {
          params: { path: { id_or_slug: template.id } },
          body: { data: JSON.parse(settled) as typeof data },
        }),
      ),
  });
  return (
    <Stack>
      {isStale && (
        <Alert color="accent" variant="light" role="note">
          {words.stale}
        </Alert>
      )}
      <ErrorPanel error={rendered.error} />
      <Panel title={words.title} bare actions={<TestTemplate rendered={rendered.data} />}>
        {rendered.data !== undefined && <RenderedEmail {...rendered.data} />}
      </Panel>
      {rendered.data !== undefined && <TemplateCheck rendered={rendered.data} />}
      <SampleFields variables={template.variables} {...{ parts, data, set }} />
    </Stack>
  );
}

/** Of the draft as it would be sent from the first domain that can send. */
function TemplateCheck({
  rendered: { subject, html, text },
}: {
  readonly rendered: { readonly subject: string; readonly html: string | null; readonly text: string | null };
}) {
  const canSend = useHasRole('member');
  const from = useDomains().find(({ status }) => status === 'verified')?.name;
  if (!canSend || (html === null && text === null)) return null;
  const content = { subject, ...(html !== null && { html }), ...(text !== null && { text }) };
  const email = from === undefined ? null : { from: `test@${from}`, to: 'ada@example.com', ...content };
  return <CheckPanel email={email} />;
}
