import { invalidField, validationError, type FieldProblem } from '@postrider/contracts/errors';
import type { RotateKeyRequest } from '@postrider/contracts/keys';
import type { Mode } from '@postrider/contracts/statuses';
import { addressKey, parseMailbox, toAsciiDomain } from '@postrider/mail';
import { parseAddressRange } from '@postrider/runtime';
import type { KeyLimits } from './keys.repository';

const noLimits: KeyLimits = {
  allowedIps: null,
  allowedRecipients: null,
  templatesOnly: false,
  dailyLimit: null,
};

/**
 * The limits that a request asks for, as they are stored.
 * @param known of the key that is rotated: what is not asked for stays as it is
 * @throws AppError `validation_error` naming each entry that is none
 */
export function requestedLimits(
  asked: NonNullable<RotateKeyRequest>,
  { mode, known = noLimits }: { readonly mode: Mode; readonly known?: KeyLimits },
): KeyLimits {
  const problems: FieldProblem[] = [];
  const entries = (
    field: 'allowed_ips' | 'allowed_recipients',
    { read, message }: { readonly read: (entry: string) => string | null; readonly message: string },
  ): string[] | null | undefined => {
    const given = asked[field];
    if (given === undefined || given === null) return given;
    const found = given.map((entry, index) => {
      const entryRead = read(entry);
      if (entryRead === null) problems.push({ path: `${field}[${index}]`, message });
      return entryRead ?? entry;
    });
    return [...new Set(found)];
  };
  const allowedIps = entries('allowed_ips', {
    read: parseAddressRange,
    message: 'must be an IPv4 or IPv6 address or a CIDR range',
  });
  const allowedRecipients = entries('allowed_recipients', {
    read: readRecipient,
    message: 'must be an email address or a domain',
  });
  if (problems.length > 0) throw validationError(problems);
  const { templates_only: templatesOnly, daily_limit: dailyLimit } = asked;
  if (mode === 'test' && typeof dailyLimit === 'number') {
    throw invalidField('daily_limit', 'is not allowed for test keys, whose emails are not counted');
  }
  return {
    allowedIps: allowedIps === undefined ? known.allowedIps : allowedIps,
    allowedRecipients: allowedRecipients === undefined ? known.allowedRecipients : allowedRecipients,
    templatesOnly: templatesOnly === undefined ? known.templatesOnly : (templatesOnly ?? false),
    dailyLimit: dailyLimit === undefined ? known.dailyLimit : dailyLimit,
  };
}

/** What recipients are compared with: `addressKey`, or a domain in lower-case A-labels. */
function readRecipient(entry: string): string | null {
  if (!entry.includes('@')) return toAsciiDomain(entry);
  const parsed = parseMailbox(entry);
  return parsed.ok && parsed.mailbox.name === null ? addressKey(parsed.mailbox) : null;
}
