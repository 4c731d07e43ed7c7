import { useQuery } from '@tanstack/react-query';
import { unwrap, type Api } from '../../api/client';
import type { Broadcast, EmailCheck, EmailCheckFinding } from '../../api/types';
import { useScope } from '../../session/scope';
import { emailCheckTexts as words } from '../../texts/email-check';
import { variantLetter } from './broadcast-draft';

/** What a check of all variants has found. */
export interface BroadcastChecked {
  readonly findings: readonly EmailCheckFinding[];
  /** Of the largest variant, as it is sent. */
  readonly sizeBytes: number;
}

/** Findings of all variants, for a made-up contact, each once. */
export function useBroadcastCheck(broadcast: Broadcast, enabled: boolean) {
  const { api, queryKey } = useScope();
  return useQuery({
    queryKey: [...queryKey, 'broadcast-check', broadcast],
    enabled,
    retry: false,
    queryFn: async (): Promise<BroadcastChecked> => {
      const variants = broadcast.ab_test?.variants.map((_each, index) => index) ?? [null];
      const found = new Map<string, EmailCheckFinding>();
      let sizeBytes = 0;
      for (const variant of variants) {
        const { findings, size_bytes: bytes } = await checkVariant(api, broadcast, variant);
        sizeBytes = Math.max(sizeBytes, bytes);
        for (const finding of findings) {
          const { code, field, line, message } = finding;
          const key = JSON.stringify([code, field, line, message]);
          if (found.has(key)) continue;
          // Of the first variant it is not known whether the others share it.
          const where =
            variant === null || variant === 0 ? '' : `${words.inVariant(variantLetter(variant))}: `;
          found.set(key, { ...finding, message: where + message });
        }
      }
      return { findings: [...found.values()], sizeBytes };
    },
  });
}

async function checkVariant(api: Api, broadcast: Broadcast, variant: number | null): Promise<EmailCheck> {
  const { subject, html, text } = await unwrap(
    api.POST('/broadcasts/{id}/preview', {
      params: { path: { id: broadcast.id } },
      body: variant === null ? {} : { variant },
    }),
  );
  return unwrap(api.POST('/emails/check', { body: checkedBroadcast(broadcast, { subject, html, text }) }));
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
