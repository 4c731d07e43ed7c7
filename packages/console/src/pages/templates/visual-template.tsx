import { Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Template, TemplateVariable } from '../../api/types';
import type { EditorVariable, EmailDocument } from '../../editor/document-types';
import { EditorPreview } from '../../editor/editor-preview';
import { LazyEmailEditor } from '../../editor/lazy-email-editor';
import { useHasRole, useScope } from '../../session/scope';
import { editorTexts } from '../../texts/editor';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { useSample } from './sample-data';
import { SampleFields } from './sample-fields';
import { TestTemplate } from './test-template';

const { toHtml } = editorTexts;

/** How long after the last key the preview is rendered. */
const typingMs = 500;

interface ChangedContent {
  readonly document: EmailDocument | null;
  readonly html?: string;
  readonly text?: string;
}

interface VisualProps {
  readonly template: Template;
  readonly document: EmailDocument;
  readonly draft: { readonly subject: string; readonly variables: readonly TemplateVariable[] };
}

/** The document of a template. */
export function VisualTemplate({
  template: { id },
  document,
  draft,
  change,
}: VisualProps & { readonly change: (changed: ChangedContent) => void }) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const params = { path: { id_or_slug: id } };
  return (
    <div>
      <LazyEmailEditor
        document={document}
        onChange={(changed) => change({ document: changed })}
        variables={declaredVariables(draft.variables)}
        readOnly={!canChange}
      />
      {canChange && (
        <Group justify="flex-end" mt="xs">
          <ConfirmButton
            size="xs"
            title={toHtml.title}
            text={toHtml.text}
            action={toHtml.action}
            run={async () => {
              await unwrap(api.PATCH('/templates/{id_or_slug}', { params, body: { document } }));
              return unwrap(api.PATCH('/templates/{id_or_slug}', { params, body: { document: null } }));
            }}
            done={({ html, text }) => change({ document: null, html: html ?? '', text: text ?? '' })}
          />
        </Group>
      )}
    </div>
  );
}

/** What a template declares and one value says: lists and objects are for HTML. */
export function declaredVariables(variables: readonly TemplateVariable[]): EditorVariable[] {
  return variables
    .filter(({ key, type }) => key !== '' && type !== 'list' && type !== 'object')
    .map(({ key, fallback }) => ({
      name: key,
      label: key,
      example: typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : '',
    }));
}

/** The draft with a value for each variable. */
export function VisualTemplatePreview({ template: { id }, document, draft }: VisualProps) {
  const { api, queryKey } = useScope();
  const { data, set } = useSample(id, draft.variables, undefined);
  const shown = { document, data, ...(draft.subject !== '' && { subject: draft.subject }) };
  const [body] = useDebouncedValue(JSON.stringify(shown), typingMs);
  const rendered = useQuery({
    queryKey: [...queryKey, 'rendered-template', id, body],
    // An email without a subject is not rendered; a draft has none at first.
    enabled: draft.subject !== '',
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(
        api.POST('/templates/{id_or_slug}/render', {
          params: { path: { id_or_slug: id } },
          body: JSON.parse(body) as typeof shown,
        }),
      ),
  });
  return (
    <div>
      <ErrorPanel error={rendered.error} />
      {rendered.data !== undefined && (
        <EditorPreview rendered={rendered.data} sender={null} previewText="">
          <TestTemplate rendered={rendered.data} />
        </EditorPreview>
      )}
      <SampleFields variables={draft.variables} parts={undefined} {...{ data, set }} />
    </div>
  );
}
