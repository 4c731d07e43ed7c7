import { Button, Stack, Tabs } from '@mantine/core';
import type { EditorVariable } from '../../editor/document-types';
import { LazyEmailEditor } from '../../editor/lazy-email-editor';
import { starterBroadcast } from '../../editor/starter-document';
import { automationEditorTexts } from '../../texts/automation-editor';
import { CodeEditor } from '../../ui/code-editor';
import { Dialog } from '../../ui/dialog';
import { DialogFoot } from '../../ui/dialog-foot';
import type { StepOf } from './automation-content';
import { changedStep, orAbsent } from './step-changes';

const { send: words } = automationEditorTexts;

export interface SendProps {
  readonly step: StepOf<'send'>;
  readonly set: (step: StepOf<'send'>) => void;
}

/** The content of a mail in a window of its own: blocks, or the HTML and text that a program wrote. It is saved while it is edited. */
export function MailContent({
  step,
  set,
  close,
  variables,
}: SendProps & { readonly close: () => void; readonly variables: readonly EditorVariable[] }) {
  const { document } = step;
  return (
    <Dialog opened onClose={close} title={words.title} size="xl" asksBeforeClosing={false}>
      {document === undefined ? (
        <CodeContent step={step} set={set} />
      ) : (
        <LazyEmailEditor
          document={document}
          onChange={(changed) => set({ ...step, document: changed })}
          variables={variables}
        />
      )}
      <DialogFoot>
        <Button onClick={close}>{words.done}</Button>
      </DialogFoot>
    </Dialog>
  );
}

function CodeContent({ step, set }: SendProps) {
  const { html = '', text = '' } = step;
  return (
    <Stack gap="sm">
      {html === '' && text === '' && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          onClick={() =>
            set(changedStep(step, { document: starterBroadcast, html: undefined, text: undefined }))
          }
        >
          {words.visual}
        </Button>
      )}
      <Tabs defaultValue={html === '' && text !== '' ? 'text' : 'html'} keepMounted={false}>
        <Tabs.List mb="xs">
          <Tabs.Tab value="html">{words.html}</Tabs.Tab>
          <Tabs.Tab value="text">{words.text}</Tabs.Tab>
        </Tabs.List>
        {(['html', 'text'] as const).map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeEditor
              label={words[language]}
              language={language}
              value={step[language] ?? ''}
              onChange={(value) => set(changedStep(step, { [language]: orAbsent(value) }))}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
