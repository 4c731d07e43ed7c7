import { useQueryClient } from '@tanstack/react-query';
import { unwrap, unwrapVersioned } from '../../api/client';
import { RequestError } from '../../api/request-error';
import type { Automation, UpdateAutomation } from '../../api/types';
import { inOrder } from '../../editor/in-order';
import { showSaved } from '../../saving/show-saved';
import { useAutosave, type Saving } from '../../saving/use-autosave';
import { useScope } from '../../session/scope';
import { useReader } from '../../session/use-read';
import { automationTexts } from '../../texts/automations';
import { automationEditorTexts as words } from '../../texts/automation-editor';
import { useChange } from '../../ui/use-change';
import { editOf, publishedContent, type AutomationEdit } from './automation-content';

const bodyOf = ({ name, isOnce, content }: AutomationEdit) => ({
  name,
  one_per_contact: isOnce,
  draft: content as unknown as UpdateAutomation['draft'],
});

/** Saves name and settings, and the trigger and the steps as a draft, which no run uses. */
export function useAutomationSaving(automation: Automation): Saving<AutomationEdit> {
  const { api } = useScope();
  const queryClient = useQueryClient();
  const { key } = useReader('/automations/{id_or_slug}');
  const params = { path: { id_or_slug: automation.id } };
  return useAutosave<AutomationEdit, ReturnType<typeof bodyOf>, Automation>({
    path: `/automations/${automation.id}`,
    ...{ stored: automation, draftOf: editOf, bodyOf },
    problemOf: ({ name }) => (name.trim() === '' ? words.nameMissing : null),
    read: () => unwrapVersioned(api.GET('/automations/{id_or_slug}', { params })),
    write: (body, { headers, keepalive }) =>
      unwrapVersioned(api.PATCH('/automations/{id_or_slug}', { params, body, headers, keepalive })),
    saved: (stored) => showSaved(queryClient, [...key, params], stored),
  });
}

/** Whether the draft says something else than the published version. */
export const hasChanges = (automation: Automation, { content }: AutomationEdit): boolean =>
  JSON.stringify(inOrder(content)) !== JSON.stringify(publishedContent(automation));

/** Makes the draft the version that new runs use. */
export function usePublish(
  automation: Automation,
  saving: Saving<AutomationEdit>,
  refused: (position: string) => void,
) {
  const { api } = useScope();
  return useChange({
    run: async () => {
      if (!(await saving.flush())) throw new Error(words.notSaved);
      const { trigger, steps } = saving.draft.content;
      const request = unwrap(
        api.PATCH('/automations/{id_or_slug}', {
          params: { path: { id_or_slug: automation.id } },
          body: { trigger, steps: [...steps], status: 'active', draft: null },
        }),
      );
      return request.catch((error: unknown) => {
        const position = refusedPosition(error);
        if (position !== null) refused(position);
        throw error;
      });
    },
    message: automation.status === 'active' ? words.published : automationTexts.activated,
    showsError: true,
  });
}

/** `steps[2].then[0].duration` names the step `2.then.0`. */
function refusedPosition(error: unknown): string | null {
  if (!(error instanceof RequestError)) return null;
  const [, path] =
    /steps((?:\[\d+\])(?:\.(?:then|else)\[\d+\])*)/.exec(`${error.fields[0]?.path ?? ''} ${error.message}`) ??
    [];
  return path === undefined ? null : path.replace(/^\[/, '').replace(/\]/g, '').replace(/\[/g, '.');
}
