import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName } from '../fields/fields';
import { list } from '../fields/list';
import { sample } from '../fields/sample';
import { lineOfText, timestamp } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';
import { emailFilters, isOneKind, twoKinds } from './email';
import { sendLimits } from './send-limits';

/** Emails that a request changes: their ids fit into an entry of the audit log. */
export const emailChangeMax = 50;
/** Emails that a request can name: as many as one can select in the console. */
export const emailChangeIdsMax = 500;
/** The id of the email is added to each. */
const keyCharsMax = sendLimits.idempotencyKeyCharsMax - 37;

const changesOf = {
  queued: 'cancel',
  failed: 'send_again',
  bounced: 'send_again',
  canceled: 'send_again',
} as const;
type Status = keyof typeof changesOf;

/** Statuses that an email must have for the change. */
export const statusesOf = (change: Change['change']): readonly Status[] =>
  (Object.keys(changesOf) as Status[]).filter((status) => changesOf[status] === change);

interface Change {
  readonly change: 'cancel' | 'send_again';
  readonly status?: Status | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly dry_run: boolean;
  readonly idempotency_key?: string | undefined;
}

const isPossible = ({ change, status }: Change): boolean =>
  status === undefined || changesOf[status] === change;
const notPossible = {
  path: ['change'],
  message: 'must be cancel for queued emails, and send_again for failed, bounced or canceled ones',
};
const isChosen = ({ status, ids }: Change): boolean => status !== undefined || ids !== undefined;
const notChosen = { path: ['status'], message: 'required without ids' };
const hasKey = ({ change, dry_run: dryRun, idempotency_key: key }: Change): boolean =>
  change === 'cancel' || dryRun || key !== undefined;
const noKey = { path: ['idempotency_key'], message: 'required to send emails again' };

export const changeEmailsRequest = z
  .object({
    change: z.enum(['cancel', 'send_again']).meta({
      description:
        'What to do. `cancel`: to `queued` emails, as `POST /emails/{id}/cancel`. `send_again`: to `failed`, `bounced` or `canceled` ones, as `POST /emails/{id}/send-again` to the original recipients.',
    }),
    ...emailFilters,
    status: z
      .enum(Object.keys(changesOf) as [Status, ...Status[]])
      .optional()
      .meta({
        description:
          'Only emails whose `last_event` is this. Required without `ids`. Default with `ids`: any that the change takes.',
      }),
    ids: list(z.guid('must be an id'), emailChangeIdsMax)
      .refine((ids) => ids.length > 0, 'must have at least 1 item')
      .optional()
      .meta({
        description: `Only these emails, 1 to ${emailChangeIdsMax}. Default: all that match the filters.`,
        examples: [[sample.emailId]],
      }),
    until: timestamp().meta({
      description: 'Only emails accepted at or before this time. Use the same time to count and to change.',
      examples: [sample.laterAt],
    }),
    dry_run: z.boolean().meta({ description: 'Whether to count only.', examples: [true] }),
    after: z
      .guid('must be an id')
      .optional()
      .meta({
        description: '`next` of the previous answer, with the same filters. Default: from the newest email.',
        examples: [sample.emailId],
      }),
    idempotency_key: lineOfText()
      .min(1)
      .max(keyCharsMax)
      .optional()
      .meta({
        description:
          'Key of the whole change, the same for all its requests. Required to send again: each email is sent again once for a key, within 24 hours.',
        examples: ['outage-2026-11-21'],
      }),
  })
  .refine(isRange, rangeFault)
  .refine(isOneKind, twoKinds)
  .refine(isChosen, notChosen)
  .refine(isPossible, notPossible)
  .refine(hasKey, noKey)
  .meta({
    id: 'ChangeEmailsRequest',
    description: 'A change of many emails.',
    examples: [{ change: 'send_again', status: 'failed', until: sample.laterAt, dry_run: true }],
  });

const emailChangeResult = z
  .object({
    result: line(
      'Result: `matched` (dry run), `canceled`, `sent_again`, `repeated` (sent again before with the same key), or the code of the error that refused it.',
      'matched',
      'canceled',
      'not_cancelable',
    ),
    emails: count('Number of emails.', 12),
  })
  .meta({ id: 'EmailChangeResult', description: 'Emails with the same result.' });

export const emailChange = z
  .object({
    object: objectName('email_change'),
    dry_run: flag('Whether emails were only counted.'),
    results: z.array(emailChangeResult).meta({ description: 'Results of this request.' }),
    next: lineOrNull(
      `Cursor for the next request: pass it as \`after\`. A request counts 5,000 emails or changes ${emailChangeMax} at most, and can end early. Null: all were counted or changed.`,
      null,
    ),
  })
  .meta({ id: 'EmailChange', description: 'Results of a change of many emails.' });
