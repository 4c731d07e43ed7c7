import { Group, Stack, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { unwrapVersioned } from '../../api/client';
import type { Template, TemplateVariable, UpdateTemplate } from '../../api/types';
import type { EmailDocument } from '../../editor/document-types';
import { HtmlAndText } from '../../editor/html-and-text';
import { inOrder } from '../../editor/in-order';
import { starterTemplate } from '../../editor/starter-document';
import { SubjectInput } from '../../editor/subject-input';
import { showSaved } from '../../saving/show-saved';
import { SaveState } from '../../saving/save-state';
import { useAutosave, type Saving } from '../../saving/use-autosave';
import { useHasRole, useScope } from '../../session/scope';
import { useReader } from '../../session/use-read';
import { templateTexts as words } from '../../texts/templates';
import { TemplatePreview } from './template-preview';
import { TemplateVariables } from './template-variables';
import { undeclaredVariables } from './undeclared-variables';
import { declaredVariables, VisualTemplate, VisualTemplatePreview } from './visual-template';
import classes from './templates.module.css';

export interface TemplateDraft {
  readonly name: string;
  readonly slug: string;
  readonly subject: string;
  /** Null: the content is HTML and text. */
  readonly document: EmailDocument | null;
  readonly html: string;
  readonly text: string;
  readonly variables: readonly TemplateVariable[];
}

const draftOf = ({ name, slug, subject, document, html, text, variables }: Template): TemplateDraft => ({
  ...{ name, slug, document: inOrder(document), variables },
  subject: subject ?? '',
  // Of a document, the API renders them: they are not edited.
  html: document ? '' : (html ?? ''),
  text: document ? '' : (text ?? ''),
});

const orNull = (content: string) => (content === '' ? null : content);

const updateOf = ({
  name,
  slug,
  variables,
  subject,
  document,
  html,
  text,
}: TemplateDraft): UpdateTemplate => ({
  ...{ name, slug, variables: [...variables], subject: orNull(subject) },
  ...(document ? { document } : { html: orNull(html), text: orNull(text) }),
});

/** Saves the draft of a template while it is edited. */
export function useTemplateSaving(template: Template): Saving<TemplateDraft> {
  const { api } = useScope();
  const queryClient = useQueryClient();
  const canChange = useHasRole('admin');
  const { key } = useReader('/templates/{id_or_slug}');
  const params = { path: { id_or_slug: template.id } };
  return useAutosave<TemplateDraft, UpdateTemplate, Template>({
    path: `/templates/${template.id}`,
    ...{ canChange, stored: template, draftOf, bodyOf: updateOf },
    read: () => unwrapVersioned(api.GET('/templates/{id_or_slug}', { params })),
    write: (body, { headers, keepalive }) =>
      unwrapVersioned(api.PATCH('/templates/{id_or_slug}', { params, body, headers, keepalive })),
    saved: (stored) => showSaved(queryClient, [...key, params], stored),
  });
}

/** Content and variables on one side, the preview on the other. */
export function TemplateEditor({
  template,
  saving,
}: {
  readonly template: Template;
  readonly saving: Saving<TemplateDraft>;
}) {
  const canChange = useHasRole('admin');
  const { draft, change } = saving;
  useHotkeys([['mod+s', () => void saving.flush()]], []);
  return (
    <div className={classes.columns}>
      <Stack onBlur={saving.onBlur}>
        <SaveState saving={saving} labels={words.draftFields} />
        <Fields template={template} draft={draft} change={change} readOnly={!canChange} />
        <TemplateVariables
          variables={draft.variables}
          change={(variables) => change({ variables })}
          readOnly={!canChange}
        />
      </Stack>
      {draft.document ? (
        <VisualTemplatePreview template={template} document={draft.document} draft={draft} />
      ) : (
        <TemplatePreview template={template} isStale={saving.phase === 'failed'} />
      )}
    </div>
  );
}

function Fields({
  template,
  draft,
  change,
  readOnly,
}: {
  readonly template: Template;
  readonly draft: TemplateDraft;
  readonly change: (changed: Partial<TemplateDraft>) => void;
  readonly readOnly: boolean;
}) {
  const declared = draft.variables.map(({ key }) => key);
  const field = (name: 'name' | 'slug') => ({
    label: words[name],
    value: draft[name],
    readOnly,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <Group grow>
        <TextInput {...field('name')} />
        <TextInput {...field('slug')} />
      </Group>
      <SubjectInput
        label={words.subject}
        value={draft.subject}
        onChange={(subject) => change({ subject })}
        variables={declaredVariables(draft.variables)}
        readOnly={readOnly}
      />
      {draft.document ? (
        <VisualTemplate template={template} document={draft.document} draft={draft} change={change} />
      ) : (
        <HtmlAndText
          html={draft.html}
          text={draft.text}
          change={change}
          useVisual={() => change({ document: starterTemplate })}
          variables={declared}
          lint={(text) => undeclaredVariables(text, declared)}
          readOnly={readOnly}
        />
      )}
    </>
  );
}
