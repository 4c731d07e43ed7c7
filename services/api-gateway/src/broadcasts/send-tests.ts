import assert from 'node:assert';
import type { Principal } from '@postrider/contracts/access';
import type { testBroadcastResponse } from '@postrider/contracts/broadcasts';
import { sendLimits, type EmailContent } from '@postrider/contracts/emails';
import { validationError } from '@postrider/contracts/errors';
import { newId } from '@postrider/contracts/ids';
import { contentLinks, type ContentLinks, type PublicLinks } from '@postrider/mail';
import type { LinkOrigin } from '@postrider/runtime';
import { addressProblems, type AcceptEmails } from '@postrider/submission';
import type { z } from 'zod';
import type { RouteRequest } from '../http/route';

/** Of no broadcast and no automation: what they count is what their recipients do. The rules of bulk mail apply. */
const testKind = 'broadcast.test';
const mark = '[Test] ';

export interface SendTestsOptions {
  readonly acceptEmails: Pick<AcceptEmails, 'batch'>;
  readonly links: Pick<PublicLinks, 'urlOf'>;
  readonly publicUrl: LinkOrigin;
}

interface Tests {
  readonly principal: Principal;
  readonly quota: RouteRequest<unknown, unknown>['quota'];
  readonly to: readonly string[];
  readonly from: string;
  readonly replyTo: string | null;
  /** For each address: its links are its own. */
  readonly render: (links: ContentLinks) => Promise<EmailContent>;
}

/** Sends bulk content to addresses that need not be contacts. @throws AppError `validation_error` naming `to` */
export async function sendTests(
  { acceptEmails, links, publicUrl }: SendTestsOptions,
  { principal, quota, to: addresses, from, replyTo, render }: Tests,
): Promise<z.infer<typeof testBroadcastResponse>['data']> {
  const problems = addressProblems({ to: [...addresses] });
  if (problems.length > 0) throw validationError(problems);
  const messageIds: string[] = [];
  const items: object[] = [];
  for (const to of addresses) {
    const messageId = newId();
    messageIds.push(messageId);
    const { subject, html, text } = await render(
      contentLinks(links, publicUrl.origin, { messageId, ordinal: 0 }),
    );
    items.push({
      ...{ from, to, kind: testKind },
      subject: `${mark}${subject}`.slice(0, sendLimits.subjectCharsMax),
      ...(replyTo !== null && { reply_to: replyTo }),
      ...(html !== null && { html }),
      ...(text !== null && { text }),
    });
  }
  const entries = await acceptEmails.batch(principal, items, { quota, source: 'test', messageIds });
  return entries.map((entry, index) => {
    const to = addresses[index];
    assert(to !== undefined, 'an entry for each address');
    if ('error' in entry) return { to, error: entry.error };
    const { id, suppressed } = entry;
    return { to, id, ...(suppressed && { suppressed }) };
  });
}
