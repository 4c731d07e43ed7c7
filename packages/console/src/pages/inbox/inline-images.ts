import { useQuery } from '@tanstack/react-query';
import { settle } from '../../api/client';
import type { InboxEmail } from '../../api/types';
import { useScope } from '../../session/scope';

/** Of one image: what is larger is not shown inside the email. */
const bytesMax = 2_000_000;

/** The HTML with its inline images in it: the frame of the preview loads nothing. Until they have arrived, without. */
export function useInlineImages({ id, attachments }: InboxEmail, html: string): string {
  const { api, queryKey } = useScope();
  const images = attachments.filter(
    ({ content_id: contentId, content_type: type, size }) =>
      contentId !== null &&
      type.startsWith('image/') &&
      size <= bytesMax &&
      html.includes(`cid:${contentId}`),
  );
  const { data = [] } = useQuery({
    queryKey: [...queryKey, 'inline-images', id],
    enabled: images.length > 0,
    staleTime: Infinity,
    queryFn: () =>
      Promise.all(
        images.map(async ({ index, content_id: contentId, content_type: type }) => {
          const path = { id, index: String(index) };
          const file = await settle(
            api.GET('/inbox/{id}/attachments/{index}', { params: { path }, parseAs: 'blob' }),
          );
          return [contentId, await dataUrl(new Blob([file as unknown as Blob], { type }))] as const;
        }),
      ),
  });
  return data.reduce((shown, [contentId, url]) => shown.replaceAll(`cid:${contentId}`, () => url), html);
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });
}
