import { z } from 'zod';
import { authenticationMethods, failedAuthentication } from './failed-authentication';

/** Who can change that a message does not arrive: `sender` is the customer, `platform` the operator of this service. */
const failureActors = ['recipient', 'sender', 'platform', 'none'] as const;

/** Why a message did not arrive, yet or at all. */
export const failureClassNames = [
  'recipient',
  'domain',
  'inactive',
  'full',
  'no_answer',
  'routing',
  'auth',
  'policy',
  'block',
  'rate',
  'content',
  'size',
  'system',
  'expired',
  'unsendable',
  'platform',
  'other',
] as const;
export type FailureClass = (typeof failureClassNames)[number];

interface FailureAdvice {
  readonly actor: (typeof failureActors)[number];
  readonly advice: string;
}

interface FailureFacts extends FailureAdvice {
  /** While the message is tried again, where waiting usually resolves it. */
  readonly whileDelayed?: FailureAdvice;
}

/** The explanation of each class for the sender. */
const failureClasses: Readonly<Record<FailureClass, FailureFacts>> = {
  recipient: {
    actor: 'sender',
    advice: 'The mailbox does not exist. Correct the address or remove it from your list.',
    whileDelayed: {
      actor: 'none',
      advice:
        'The receiver does not accept mail for the mailbox at the moment. No action needed: delivery is tried again.',
    },
  },
  domain: {
    actor: 'sender',
    advice: 'The domain does not accept mail. Check the part after the @ or remove the address.',
  },
  inactive: {
    actor: 'sender',
    advice: 'The mailbox is disabled or has moved. Reach the recipient another way or remove the address.',
  },
  full: {
    actor: 'recipient',
    advice: 'The mailbox is full. The recipient must free space before mail can arrive.',
  },
  no_answer: {
    actor: 'recipient',
    advice: 'The receiving mail server does not answer. Its operator must fix it.',
    whileDelayed: {
      actor: 'none',
      advice: 'The receiving mail server does not answer. No action needed: delivery is tried again.',
    },
  },
  routing: {
    actor: 'recipient',
    advice:
      'The receiving domain has invalid MX records, or its servers lack the TLS that it requires. Its operator must fix this.',
  },
  auth: {
    actor: 'sender',
    advice:
      'The receiver does not accept the sending address or domain. Check the SPF, DKIM, DMARC and MX records of the sending domain.',
  },
  policy: {
    actor: 'recipient',
    advice:
      'A policy of the receiver refused the message. The recipient or their administrator can allow your mail. The reply often links to a page that explains how.',
    whileDelayed: {
      actor: 'none',
      advice:
        'The receiver asks to try again later, for example because of greylisting. No action needed: delivery is tried again.',
    },
  },
  block: {
    actor: 'platform',
    advice:
      'The receiver blocks the sending IP address because of its reputation. Slow down, find the cause and request delisting.',
  },
  rate: {
    actor: 'platform',
    advice: 'The receiver limits the sending rate. The operator of this service must send to it more slowly.',
    whileDelayed: {
      actor: 'none',
      advice: 'The receiver limits the sending rate. No action needed: delivery continues more slowly.',
    },
  },
  content: {
    actor: 'sender',
    advice: 'The receiver objects to the content. Look for links, attachments or wording that resemble spam.',
  },
  size: {
    actor: 'sender',
    advice: 'The message is larger than the receiver allows. Send a link instead of the attachment.',
  },
  system: {
    actor: 'recipient',
    advice: 'The receiving mail server has an internal error. Its operator must fix it.',
    whileDelayed: {
      actor: 'none',
      advice: 'The receiving mail server has a temporary error. No action needed: delivery is tried again.',
    },
  },
  expired: {
    actor: 'sender',
    advice: 'The message could not be handed over before its expires_at. Send it again, or allow more time.',
  },
  unsendable: {
    actor: 'sender',
    advice: 'The message itself cannot be sent. The detail says why.',
  },
  platform: {
    actor: 'platform',
    advice:
      'This service could not hand over the message because of a problem of its own, such as a login, an account at a smart host or reverse DNS. Its operator must fix it.',
  },
  other: {
    actor: 'sender',
    advice: 'The reply gives no known reason. Read its text.',
  },
};

/** What the API says of a failure: the class, who must act, and how. */
export const diagnosis = z
  .object({
    class: z.enum(failureClassNames).meta({ description: 'Class of the failure.' }),
    actor: z.enum(failureActors).meta({
      description:
        'Who can fix it. `none`: no action is needed, since the email is tried again. `recipient`: the recipient or the operator of the receiving server. `sender`: you. `platform`: the operator of this service.',
      examples: [failureClasses.recipient.actor],
    }),
    advice: z.string().meta({
      description: 'What to do about it, as text for people.',
      examples: [failureClasses.recipient.advice],
    }),
    failed_authentication: z
      .array(z.enum(authenticationMethods))
      .optional()
      .meta({
        description:
          'Which of SPF, DKIM and DMARC the reply says did not pass. Only for the class `auth`, if the reply names them.',
        examples: [['dkim']],
      }),
  })
  .meta({ id: 'Diagnosis', description: 'Why an email was not delivered, and who can fix it.' });
export type Diagnosis = z.infer<typeof diagnosis>;

/**
 * @param isDelayed whether the message is tried again
 * @param reply the server's words
 */
export function diagnose(
  failure: FailureClass,
  { isDelayed, reply }: { readonly isDelayed: boolean; readonly reply?: string | null | undefined },
): Diagnosis {
  const { whileDelayed, actor, advice } = failureClasses[failure];
  const failed = failure === 'auth' ? failedAuthentication(reply ?? '') : [];
  if (failed.length === 0) return { class: failure, ...((isDelayed && whileDelayed) || { actor, advice }) };
  const named = failed.map((method) => method.toUpperCase()).join(' and ');
  return {
    ...{ class: failure, actor },
    advice: `The receiver says that ${named} did not pass. Check the ${named} record of the sending domain.`,
    failed_authentication: failed,
  };
}
