import { z } from 'zod';
import { line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { listOf, pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';

export const listReviewsQuery = pageQuery.extend({
  organization: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Only of the organization with this id or slug.', examples: ['acme'] }),
});

const reason = z
  .object({
    code: line('What the screening found.', 'foreign_brand'),
    detail: line('Where it found it.', 'the sender says PayPal'),
  })
  .meta({ id: 'ReviewReason', description: 'A finding of the screening.' });

const fields = {
  id: line('Id of the email.', sample.emailId),
  organization_id: line('Id of the organization.', sample.clientOrganizationId),
  organization: line('Slug of the organization.', 'acme'),
  from: line('Sender, as the email says it.', sample.from),
  subject: line('Subject of the email.', sample.subject),
  email_status: line('Status of the email. Other than `queued`: a decision changes nothing.', 'queued'),
  reasons: z.array(reason).meta({ description: 'Findings of the screening.' }),
  created_at: time('When it was held.', sample.acceptedAt),
};

const flaggedEmail = z
  .object({ object: objectName('operator_review'), ...fields })
  .meta({ id: 'OperatorReviewSummary', description: 'An email that waits for the decision of an operator.' });
export type OperatorReviewSummary = z.infer<typeof flaggedEmail>;

export const operatorReviewList = listOf(flaggedEmail);

export const operatorReview = z
  .object({
    object: objectName('operator_review'),
    ...fields,
    status: z.enum(['pending', 'passed', 'flagged', 'released', 'rejected']).meta({
      description:
        'State of the review. `pending`: not screened yet. `passed`, `flagged`: by the screening. `released`, `rejected`: by an operator.',
    }),
    to: z.array(z.string()).meta({ description: 'Recipients of the header To.', examples: [[sample.to]] }),
    screened_at: timeOrNull('When it was screened. Null: not yet.', sample.acceptedAt),
    decided_at: timeOrNull('When an operator decided. Null: not yet.', null),
    decided_by: lineOrNull('Operator who decided. Null: not decided.', null),
    text: lineOrNull('Text of the email. Null: it has none, or its content is deleted.', 'Hello'),
    html: lineOrNull('HTML of the email. Null: it has none, or its content is deleted.', '<p>Hello</p>'),
  })
  .meta({ id: 'OperatorReview', description: 'An email that was held for review, with its content.' });
export type OperatorReview = z.infer<typeof operatorReview>;

export const reviewDecision = z
  .object({
    object: objectName('review_decision'),
    id: line('Id of the email.', sample.emailId),
    outcome: z.enum(['released', 'rejected', 'gone', 'already_decided']).meta({
      description:
        'Result. `gone`: the email was canceled or has expired meanwhile. `already_decided`: another decision came first, and holds.',
      examples: ['released'],
    }),
  })
  .meta({ id: 'ReviewDecision', description: 'Result of a decision about a held email.' });
