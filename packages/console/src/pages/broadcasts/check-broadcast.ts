import { useQuery } from '@tanstack/react-query';
import { unwrap, type Api } from '../../api/client';
import type { Broadcast, EmailCheckFinding } from '../../api/types';
import { useScope } from '../../session/scope';
import { emailCheckTexts as words } from '../../texts/email-check';
import { variantLetter } from './broadcast-draft';

/** Findings of all variants, for a made-up contact, each once. */
export function useBroadcastCheck(broadcast: Broadcast, enabled: boolean) {
  const { api, queryKey } = useScope();
  return useQuery({
    queryKey: [...queryKey, 'broadcast-check', broadcast],
    enabled,
    retry: false,
    queryFn: async () => {
      const variants = broadcast.ab_test?.variants.map((_each, index) => index) ?? [null];
      const found = new Map<string, EmailCheckFinding>();
      for (const variant of variants) {
        for (const finding of await findingsOf(api, broadcast, variant)) {
          const { code, field, line, message } = finding;
          const key = JSON.stringify([code, field, line, message]);
          if (found.has(key)) continue;
          // Of the first variant it is not known whether the others share it.
          const where =
            variant === null || variant === 0 ? '' : `${words.inVariant(variantLetter(variant))}: `;
          found.set(key, { ...finding, message: where + message });
        }
      }
      return [...found.values()];
    },
  });
}

async function findingsOf(
  api: Api,
  broadcast: Broadcast,
  variant: number | null,
): Promise<readonly EmailCheckFinding[]> {
  const { subject, html, text } = await unwrap(
    api.POST('/broadcasts/{id}/preview', {
      params: { path: { id: broadcast.id } },
      body: variant === null ? {} : { variant },
    }),
  );
  const { findings } = await unwrap(
    api.POST('/emails/check', { body: checkedBroadcast(broadcast, { subject, html, text }) }),
  );
  return findings;
}

/** As one recipient gets it. Only its kind says that it is bulk email, so any name behind the dot will do. */
export function checkedBroadcast(
  { from, track }: Pick<Broadcast, 'from' | 'track'>,
  {
    subject,
    html,
    text,
  }: { readonly subject: string; readonly html: string | null; readonly text: string | null },
) {
  return {
    ...{ from, to: 'ada@example.com', subject, track, kind: 'broadcast.check' },
    ...(html !== null && { html }),
    ...(text !== null && { text }),
  };
}
