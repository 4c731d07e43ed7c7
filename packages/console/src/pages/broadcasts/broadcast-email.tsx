import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Broadcast } from '../../api/types';
import { EditorPreview } from '../../editor/editor-preview';
import { useScope } from '../../session/scope';
import { ErrorPanel } from '../../ui/error-panel';

/** As a made-up contact gets it, with the subject and the preview text of an inbox. Of an A/B test, the winner or the first variant. */
export function BroadcastEmail({ broadcast }: { readonly broadcast: Broadcast }) {
  const { api, queryKey } = useScope();
  const { id, from, subject, preview_text, html, text, template, utm, ab_test: test, winner } = broadcast;
  const preview = useQuery({
    // The counts change while it is being sent, and the email does not.
    queryKey: [
      ...queryKey,
      'broadcast-preview',
      id,
      { subject, preview_text, html, text, template, utm, test, winner },
    ],
    retry: false,
    queryFn: () => {
      const body = test === null ? {} : { variant: winner ?? 0 };
      return unwrap(api.POST('/broadcasts/{id}/preview', { params: { path: { id } }, body }));
    },
  });
  return (
    <div>
      <ErrorPanel error={preview.error} />
      {preview.data !== undefined && (
        <EditorPreview rendered={preview.data} sender={from} previewText={preview.data.preview_text ?? ''} />
      )}
    </div>
  );
}
