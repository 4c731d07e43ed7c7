import { Button, Stack } from '@mantine/core';
import type { EditorVariable } from '../../editor/document-types';
import { HtmlAndText } from '../../editor/html-and-text';
import { LazyEmailEditor } from '../../editor/lazy-email-editor';
import { starterBroadcast } from '../../editor/starter-document';
import { automationEditorTexts } from '../../texts/automation-editor';
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
  return (
    <Stack gap="sm">
      <HtmlAndText
        html={step.html ?? ''}
        text={step.text ?? ''}
        change={(part) =>
          set(
            changedStep(
              step,
              part.html === undefined ? { text: orAbsent(part.text ?? '') } : { html: orAbsent(part.html) },
            ),
          )
        }
        useVisual={() =>
          set(changedStep(step, { document: starterBroadcast, html: undefined, text: undefined }))
        }
      />
    </Stack>
  );
}
