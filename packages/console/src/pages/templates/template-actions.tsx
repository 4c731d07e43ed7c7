import { unwrap } from '../../api/client';
import type { Template } from '../../api/types';
import { useHasRole, useScope } from '../../session/scope';
import { templateTexts as words } from '../../texts/templates';
import { ConfirmButton } from '../../ui/confirm-button';
import { TemplateUses } from './template-uses';

/** Publishes or archives a template. */
export function TemplateActions({
  template: { id, status },
  flush,
}: {
  readonly template: Template;
  /** Saves the draft. @returns whether it is saved */
  readonly flush: () => Promise<boolean>;
}) {
  const { api } = useScope();
  const canChange = useHasRole('admin');
  const params = { path: { id_or_slug: id } };
  if (!canChange) return null;
  return (
    <>
      {status !== 'archived' && (
        <ConfirmButton
          title={words.archiveTitle}
          text={words.archiveText}
          action={words.archive}
          details={<TemplateUses templateId={id} />}
          run={() => unwrap(api.POST('/templates/{id_or_slug}/archive', { params }))}
          message={words.archived}
        />
      )}
      <ConfirmButton
        title={words.publishTitle}
        text={words.publishText}
        action={words.publish}
        actionColor="accent"
        variant="filled"
        run={async () => {
          if (!(await flush())) throw new Error(words.notSaved);
          return unwrap(api.POST('/templates/{id_or_slug}/publish', { params }));
        }}
        message={words.published}
      />
    </>
  );
}
