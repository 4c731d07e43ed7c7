import { parseMailbox } from '@postrider/mail';
import { z } from 'zod';

/** The sender of the platform's own mail. */
export interface PlatformFrom {
  /** As it is written in `From`. */
  readonly header: string;
  readonly domain: string;
}

/** `email` or `Name <email>`; empty: null. */
export const platformFromSetting = z
  .string()
  .default('')
  .transform((text, context): PlatformFrom | null => {
    if (text.trim() === '') return null;
    const parsed = parseMailbox(text);
    if (parsed.ok) return { header: text.trim(), domain: parsed.mailbox.domain };
    context.addIssue({ code: 'custom', message: 'must be `email` or `Name <email>`' });
    return z.NEVER;
  });
