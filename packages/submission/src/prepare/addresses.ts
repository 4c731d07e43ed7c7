import type { SendEmailRequest } from '@postrider/contracts/emails';
import { AppError, validationError, type FieldProblem } from '@postrider/contracts/errors';
import { addressKey, parseMailbox, recipientWarning, type Mailbox, type MailboxFault } from '@postrider/mail';
import type { Warning } from './prepared-email';

export interface PreparedRecipient {
  /** Bare address. */
  readonly address: string;
  /** What addresses are compared by. */
  readonly key: string;
  readonly domain: string;
  readonly role: 'to' | 'cc' | 'bcc';
}

const roles = ['to', 'cc', 'bcc'] as const;
const notAnAddress = 'not an email address';
/** What senders most often put where one address belongs. */
const faults: Partial<Record<MailboxFault, string>> = {
  group: `a group, ${notAnAddress}`,
  several_addresses: 'several addresses instead of one; send each as a separate item',
};

/** What was read last: the messages of a call, and most that come together, have one sender. */
let lastFrom: { readonly text: string; readonly mailbox: Readonly<Mailbox> } | undefined;

/** @throws AppError `invalid_from` */
export function parseFrom(from: string): Readonly<Mailbox> {
  if (lastFrom?.text === from) return lastFrom.mailbox;
  const parsed = parseMailbox(from);
  if (!parsed.ok) throw new AppError('invalid_from');
  lastFrom = { text: from, mailbox: parsed.mailbox };
  return parsed.mailbox;
}

/**
 * Every address once, in the order written; one that is repeated keeps its first role.
 * @throws AppError `validation_error` naming each address, and `reply_to`, that is none
 */
export function collectRecipients(request: SendEmailRequest): PreparedRecipient[] {
  const recipients = new Map<string, PreparedRecipient>();
  const problems: FieldProblem[] = [];
  for (const role of roles) {
    const list = request[role] ?? [];
    for (const [index, text] of list.entries()) {
      const parsed = parseMailbox(text);
      if (!parsed.ok) {
        problems.push({ path: pathOf(role, index, list.length), message: messageOf(parsed.reason) });
        continue;
      }
      const { mailbox } = parsed;
      const key = addressKey(mailbox);
      if (recipients.has(key)) continue;
      recipients.set(key, { address: mailbox.address, key, domain: mailbox.domain, role });
    }
  }
  const replyTo = request.reply_to === undefined ? null : parseMailbox(request.reply_to);
  if (replyTo?.ok === false) problems.push({ path: 'reply_to', message: messageOf(replyTo.reason) });
  if (problems.length > 0) throw validationError(problems);
  return [...recipients.values()];
}

/** Findings about the recipients' addresses that do not stop the message; null when there are none. */
export function findWarnings(recipients: readonly PreparedRecipient[]): Warning[] | null {
  let warnings: Warning[] | null = null;
  for (const { address } of recipients) {
    const finding = recipientWarning(address);
    if (finding !== null) (warnings ??= []).push({ ...finding, address });
  }
  return warnings;
}

/** Address problems of a body that its schema refused, so that one answer names every bad field. */
export function addressProblems(body: unknown): FieldProblem[] {
  if (typeof body !== 'object' || body === null) return [];
  const fields = body as Readonly<Record<string, unknown>>;
  const problems: FieldProblem[] = [];
  for (const field of [...roles, 'reply_to'] as const) {
    const value = fields[field];
    const list: unknown[] = Array.isArray(value) ? value.slice(0, 100) : [value];
    for (const [index, text] of list.entries()) {
      // What is no line of text has been named by the schema already.
      if (typeof text !== 'string' || text === '' || /[\r\n\0]/.test(text) || text.length > 1_000) continue;
      const parsed = parseMailbox(text);
      if (parsed.ok) continue;
      const path = Array.isArray(value) ? `${field}[${index}]` : field;
      problems.push({ path, message: messageOf(parsed.reason) });
    }
  }
  return problems;
}

function messageOf(fault: MailboxFault): string {
  return faults[fault] ?? notAnAddress;
}

function pathOf(role: string, index: number, count: number): string {
  return count === 1 ? role : `${role}[${index}]`;
}
