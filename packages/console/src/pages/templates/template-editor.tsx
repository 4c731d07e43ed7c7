import { Button, Group, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Template, TemplateVariable } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { templateTexts as words } from '../../texts/templates';
import { CodeEditor } from '../../ui/code-editor';
import { ErrorPanel } from '../../ui/error-panel';
import { insertImage } from '../../ui/images/insert-image';
import { useChange } from '../../ui/use-change';
import { TemplatePreview } from './template-preview';
import { TemplateVariables } from './template-variables';
import { undeclaredVariables } from './undeclared-variables';
import classes from './templates.module.css';

export interface TemplateDraft {
  readonly name: string;
  readonly slug: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly variables: readonly TemplateVariable[];
}

const draftOf = ({ name, slug, subject, html, text, variables }: Template): TemplateDraft => ({
  ...{ name, slug, variables },
  ...{ subject: subject ?? '', html: html ?? '', text: text ?? '' },
});

/** Content and variables on one side, the preview on the other. */
export function TemplateEditor({ template }: { readonly template: Template }) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const [draft, setDraft] = useState(() => draftOf(template));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(template));
  const save = useChange({
    run: async (sent: TemplateDraft) => {
      const { name, slug, variables, subject, html, text } = sent;
      const orNull = (content: string) => (content === '' ? null : content);
      const content = { subject: orNull(subject), html: orNull(html), text: orNull(text) };
      const params = { path: { id_or_slug: template.id } };
      const body = { name, slug, variables: [...variables], ...content };
      return { sent, saved: await unwrap(api.PATCH('/templates/{id_or_slug}', { params, body })) };
    },
    message: words.saved,
    // What was typed meanwhile stays.
    done: ({ sent, saved }) => setDraft((current) => (current === sent ? draftOf(saved) : current)),
    showsError: true,
  });
  useHotkeys([['mod+s', () => isChanged && save.mutate(draft)]], []);
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm(words.leave),
    enableBeforeUnload: isChanged,
  });
  const change = (changed: Partial<TemplateDraft>) => setDraft((before) => ({ ...before, ...changed }));
  return (
    <div className={classes.columns}>
      <Stack>
        <ErrorPanel error={save.error} />
        <Group justify="space-between">
          <Text size="xs" c="dimmed" role="status">
            {isChanged ? words.unsaved : words.allSaved}
          </Text>
          {canChange && (
            <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate(draft)}>
              {words.save}
            </Button>
          )}
        </Group>
        <Fields draft={draft} change={change} readOnly={!canChange} />
        <TemplateVariables
          variables={draft.variables}
          change={(variables) => change({ variables })}
          readOnly={!canChange}
        />
      </Stack>
      <TemplatePreview template={template} isStale={isChanged} />
    </div>
  );
}

function Fields({
  draft,
  change,
  readOnly,
}: {
  readonly draft: TemplateDraft;
  readonly change: (changed: Partial<TemplateDraft>) => void;
  readonly readOnly: boolean;
}) {
  const declared = draft.variables.map(({ key }) => key);
  const field = (name: 'name' | 'slug' | 'subject') => ({
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
      <TextInput {...field('subject')} />
      <Tabs defaultValue={draft.html === '' && draft.text !== '' ? 'text' : 'html'} keepMounted={false}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="html">{words.html}</Tabs.Tab>
          <Tabs.Tab value="text">{words.text}</Tabs.Tab>
        </Tabs.List>
        {(['html', 'text'] as const).map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeEditor
              label={words[language]}
              language={language}
              value={draft[language]}
              onChange={(value) => change({ [language]: value })}
              actions={language === 'html' && !readOnly ? insertImage : undefined}
              variables={declared}
              lint={(text) => undeclaredVariables(text, declared)}
              readOnly={readOnly}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
