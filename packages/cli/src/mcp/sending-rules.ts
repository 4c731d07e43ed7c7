import { createHash } from 'node:crypto';
import type { KeyIdentity } from 'postrider';
import { ToolRefusal } from './tool';

type KeyLimits = Pick<KeyIdentity, 'allowed_recipients' | 'templates_only'>;

/** Emails that one server sends in an hour, so that a loop ends. */
const sendsAnHourMax = 20;

/**
 * What the recipients of the key allow. The API enforces the same; here the refusal says so before anything leaves.
 * @throws ToolRefusal `forbidden_recipient`
 */
export function checkRecipients(to: readonly string[], { allowed_recipients: allowed }: KeyLimits): void {
  if (allowed.length === 0) return;
  const entries = new Set(allowed);
  for (const address of to) {
    const known = address.toLowerCase();
    if (entries.has(known) || entries.has(known.slice(known.lastIndexOf('@') + 1))) continue;
    throw new ToolRefusal(
      'forbidden_recipient',
      'A recipient is not among those that the key allows. Nothing was sent. Ask the person; do not try another address.',
    );
  }
}

/** @throws ToolRefusal `forbidden_domain` */
export function checkSender(from: string, { domains }: Pick<KeyIdentity, 'domains'>): void {
  if (domains.includes(from.slice(from.lastIndexOf('@') + 1).toLowerCase())) return;
  throw new ToolRefusal('forbidden_domain', 'The key may not send from this domain. Nothing was sent.');
}

/**
 * The same email always has the same key, in whatever order and spelling a call names its parts. So a repeated call sends nothing, for the
 * 24 hours that the API keeps keys, also from another conversation.
 */
export function idempotencyKeyOf(
  tool: string,
  parts: { readonly from: string; readonly to: readonly string[]; readonly content: unknown },
): string {
  const to = [...new Set(parts.to.map((address) => address.toLowerCase()))].sort();
  const content = JSON.stringify([tool, parts.from.toLowerCase(), to, normal(parts.content)]);
  return `mcp-${createHash('sha256').update(content).digest('hex')}`;
}

/** Without differences in spaces, case of letters, composed characters and order of fields. */
function normal(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, normal(entry)] as const);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** @returns counts a send. @throws ToolRefusal `too_many_sends` */
export function createSendCount(now: () => number = Date.now): () => void {
  const sentAt: number[] = [];
  return () => {
    while (sentAt[0] !== undefined && sentAt[0] <= now() - 3_600_000) sentAt.shift();
    if (sentAt.length >= sendsAnHourMax) {
      throw new ToolRefusal(
        'too_many_sends',
        `This server sends at most ${sendsAnHourMax} emails an hour. Nothing was sent. Tell the person.`,
      );
    }
    sentAt.push(now());
  };
}
