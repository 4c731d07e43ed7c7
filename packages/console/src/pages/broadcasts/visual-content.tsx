import { Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import type { EmailDocument } from '../../editor/document-types';
import classes from '../../editor/editor.module.css';
import { EditorPreview } from '../../editor/editor-preview';
import { LazyEmailEditor } from '../../editor/lazy-email-editor';
import { useContactVariables } from '../../editor/use-contact-variables';
import { useHasRole, useScope } from '../../session/scope';
import { broadcastTexts } from '../../texts/broadcasts';
import { editorTexts } from '../../texts/editor';
import { ConfirmButton } from '../../ui/confirm-button';
import { ErrorPanel } from '../../ui/error-panel';
import { fieldError } from '../../ui/use-field-errors';
import { draftOf, type StepProps } from './broadcast-draft';

const { toHtml } = editorTexts;

/** How long after the last key the preview is rendered. */
const typingMs = 500;

/** The document of a broadcast beside what a contact would get. */
export function VisualContent({
  broadcast,
  document,
  draft,
  change,
}: StepProps & { readonly broadcast: Broadcast; readonly document: EmailDocument }) {
  const canChange = useHasRole('member');
  const variables = useContactVariables();
  return (
    <div className={classes.columns}>
      <div>
        <LazyEmailEditor
          document={document}
          onChange={(changed) => change({ document: changed })}
          variables={variables}
          readOnly={!canChange}
        />
        {canChange && (
          <Group justify="flex-end" mt="xs">
            <ToHtml broadcast={broadcast} document={document} change={change} />
          </Group>
        )}
      </div>
      <Preview broadcast={broadcast} document={document} draft={draft} />
    </div>
  );
}

/** The document as it is now becomes HTML, which is the content from then on. */
function ToHtml({
  broadcast: { id },
  document,
  change,
}: Pick<StepProps, 'change'> & { readonly broadcast: Broadcast; readonly document: EmailDocument }) {
  const { api } = useScope();
  const params = { path: { id } };
  return (
    <ConfirmButton
      size="xs"
      title={toHtml.title}
      text={toHtml.text}
      action={toHtml.action}
      run={async () => {
        await unwrap(api.PATCH('/broadcasts/{id}', { params, body: { document } }));
        return unwrap(api.PATCH('/broadcasts/{id}', { params, body: { document: null } }));
      }}
      done={(saved) => {
        const { html, text } = draftOf(saved);
        change({ document: null, html, text });
      }}
    />
  );
}

function Preview({
  broadcast: { id },
  document,
  draft: { subject, previewText, from },
}: Pick<StepProps, 'draft'> & { readonly broadcast: Broadcast; readonly document: EmailDocument }) {
  const { api, queryKey } = useScope();
  const [contact, setContact] = useState('');
  const shown = {
    document,
    ...(subject.trim() !== '' && { subject }),
    ...(previewText !== '' && { preview_text: previewText }),
    ...(contact.trim() !== '' && { contact: contact.trim() }),
  };
  const [body] = useDebouncedValue(JSON.stringify(shown), typingMs);
  const preview = useQuery({
    queryKey: [...queryKey, 'broadcast-preview', id, body],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () =>
      unwrap(
        api.POST('/broadcasts/{id}/preview', {
          params: { path: { id } },
          body: JSON.parse(body) as typeof shown,
        }),
      ),
  });
  const problem = fieldError(preview.error, 'contact');
  // It has the field of the contact, which is needed most after a preview that failed.
  const [rendered, setRendered] = useState(preview.data);
  if (preview.data !== undefined && preview.data !== rendered) setRendered(preview.data);
  return (
    <div>
      {problem === undefined && <ErrorPanel error={preview.error} />}
      {rendered !== undefined && (
        <EditorPreview rendered={rendered} sender={from} previewText={previewText}>
          <TextInput
            size="xs"
            flex={1}
            miw="10rem"
            aria-label={broadcastTexts.test.contact}
            placeholder={broadcastTexts.test.contactShort}
            error={problem}
            title={broadcastTexts.test.contactText}
            value={contact}
            onChange={(event) => setContact(event.currentTarget.value)}
          />
        </EditorPreview>
      )}
    </div>
  );
}
