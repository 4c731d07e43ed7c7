import { z } from 'zod';
import { count, flag, line, lineOrNull, objectName, time } from '../fields/fields';
import { list } from '../fields/list';
import { listOf, pageQuery, sinceUntil } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';
import { lanes } from '../statuses/statuses';

const states = ['held', 'queued', 'failed', 'unconfirmed'] as const;
const changes = [
  ...(['hold', 'release', 'fail', 'retry'] as const),
  ...(['mark_delivered', 'mark_bounced', 'mark_failed'] as const),
] as const;

const filters = {
  state: z.enum(states).meta({
    description:
      'State of the email. `held`: by an operator, or after restoring a backup. `queued`: and not held. `failed`: final. `unconfirmed`: handed over, but the reply was lost.',
  }),
  organization: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Only of the organization with this id or slug.', examples: ['acme'] }),
  domain: lineOfText()
    .min(1)
    .max(253)
    .optional()
    .meta({ description: 'Only sent from this domain.', examples: ['acme.example'] }),
  detail: lineOfText()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: 'Only with a recipient whose reason for its state contains this text.',
      examples: ['signing key'],
    }),
  held_as: lineOfText()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Only held with exactly this reason.', examples: ['restored'] }),
  ...sinceUntil('accepted'),
};

/** Without `since`, the last seven days. */
export const listOperatorMailQuery = pageQuery.extend(filters).refine(isRange, rangeFault);

const operatorMail = z
  .object({
    object: objectName('operator_mail'),
    id: line('Id of the email.', sample.emailId),
    organization_id: line('Id of the organization.', sample.organizationId),
    organization: line('Slug of the organization.', 'acme'),
    domain: lineOrNull('Domain that it is sent from. Null: it was deleted.', 'acme.example'),
    from: line('Address that it is sent from.', 'shop@acme.example'),
    kind: lineOrNull('Kind of the email.', 'order.receipt'),
    lane: z.enum(lanes).meta({ description: 'Lane of the email.' }),
    recipient: line('First recipient in the state.', sample.to),
    recipients: count('Number of recipients in the state.', 1),
    detail: lineOrNull('Reason for its state. Null: it was not tried yet.', 'busy: 421 Later'),
    held_as: lineOrNull('Reason for which it is held. Null: it is not held.', 'asked by the owner'),
    held_by: lineOrNull('Operator who holds it. Null: it is not held.', 'olga@postrider.example'),
    created_at: time('When it was accepted.', sample.acceptedAt),
  })
  .meta({ id: 'OperatorMail', description: 'An email of any organization, without its content.' });
export type OperatorMail = z.infer<typeof operatorMail>;

export const operatorMailList = listOf(operatorMail);

/** Messages of a request. */
const bulkIdsMax = 500;

const needsReason = ({ change, reason }: { change: string; reason?: string | undefined }): boolean =>
  reason !== undefined || change === 'release' || change === 'retry';

export const changeOperatorMailRequest = z
  .object({
    change: z.enum(changes).meta({
      description:
        'What to do. `hold`, `fail`: to queued email. `release`, `fail`: to held email. `retry`: to failed email that was never handed over and whose content is still stored. `mark_delivered`, `mark_bounced`, `mark_failed`: to unconfirmed email, with events and webhooks.',
    }),
    ...filters,
    ids: list(z.guid('must be an id'), bulkIdsMax)
      .optional()
      .meta({
        description: 'Only these emails. Default: all that the filters choose.',
        examples: [[sample.emailId]],
      }),
    reason: lineOfText()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          'Reason. Required except to release and to retry. The audit log has it, and the events of email that fails or is marked.',
        examples: ['asked by the owner'],
      }),
    dry_run: z.boolean().meta({ description: 'Whether to count only.', examples: [true] }),
    after: z
      .guid('must be an id')
      .optional()
      .meta({
        description: '`next` of the previous answer, with the same filters. Default: from the beginning.',
        examples: [sample.emailId],
      }),
  })
  .refine(isRange, rangeFault)
  .refine(needsReason, { path: ['reason'], message: 'required except to release and to retry' })
  .meta({
    id: 'ChangeOperatorMailRequest',
    description: 'A change of many emails.',
    examples: [{ change: 'release', state: 'held', organization: 'acme', dry_run: true }],
  });

export const operatorMailChange = z
  .object({
    object: objectName('operator_mail_change'),
    dry_run: flag('Whether it was only counted.'),
    groups: z
      .array(
        z
          .object({
            organization: line('Slug of the organization.', 'acme'),
            result: line('Result for these emails.', 'released', 'on the wire', 'queued again'),
            messages: count('Number of emails.', 12),
            recipients: count('Their recipients that it is the result of.', 13),
          })
          .meta({ id: 'MailChangeGroup', description: 'Emails of an organization with the same result.' }),
      )
      .meta({ description: 'Results by organization.' }),
    next: lineOrNull(
      'Cursor for the next request: pass it as `after`. A request changes 5,000 emails at most. Null: all were changed or counted.',
      null,
    ),
  })
  .meta({ id: 'OperatorMailChange', description: 'Results of a change of many emails.' });
