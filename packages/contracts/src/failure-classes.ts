import { z } from 'zod';

/** Who can change that a message does not arrive: `sender` is the customer, `platform` whoever runs this service. */
const failureActors = ['recipient', 'sender', 'platform'] as const;

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

interface FailureFacts {
  readonly actor: (typeof failureActors)[number];
  readonly advice: string;
}

/** What the sender is told of each class. */
const failureClasses: Readonly<Record<FailureClass, FailureFacts>> = {
  recipient: {
    actor: 'sender',
    advice: 'The mailbox does not exist. Correct the address or remove it from your list.',
  },
  domain: {
    actor: 'sender',
    advice: 'The domain takes no mail. Check the part after the @ or remove the address.',
  },
  inactive: {
    actor: 'sender',
    advice: 'The mailbox is disabled or has moved. Reach the recipient another way or remove the address.',
  },
  full: {
    actor: 'recipient',
    advice: 'The mailbox is full. The recipient has to make room before mail can arrive.',
  },
  no_answer: {
    actor: 'recipient',
    advice: 'The receiving mail server does not answer. Its operator has to bring it back.',
  },
  routing: {
    actor: 'recipient',
    advice:
      'The receiving domain routes its mail wrongly, or its servers lack the TLS that it demands. Its operator has to correct that.',
  },
  auth: {
    actor: 'sender',
    advice:
      'The receiver could not authenticate the message. Check the SPF, DKIM and DMARC records of the sending domain.',
  },
  policy: {
    actor: 'platform',
    advice:
      'A rule of the receiver refused the message. Read its reply; often it names a page that lifts the refusal.',
  },
  block: {
    actor: 'platform',
    advice:
      'The receiver blocks the sending address for its reputation. Slow down, find the cause and ask for removal.',
  },
  rate: {
    actor: 'platform',
    advice: 'The receiver limits how fast it takes mail from here. Delivery goes on more slowly.',
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
    advice: 'The receiving mail server has a fault of its own. Its operator has to act.',
  },
  expired: {
    actor: 'sender',
    advice: 'It could not be handed over before its expires_at. Send it again, or give it more time.',
  },
  unsendable: {
    actor: 'sender',
    advice: 'The message itself cannot be sent. The detail says why.',
  },
  platform: {
    actor: 'platform',
    advice: 'The service could not hand the message over for a reason of its own. Its operator has to act.',
  },
  other: {
    actor: 'sender',
    advice: 'The reply names no known reason. Its text is the only hint.',
  },
};

/** What the API says of a failure: the class, who must act, and how. */
export const diagnosis = z
  .object({
    class: z.enum(failureClassNames).meta({ description: 'What kind of failure it is.' }),
    actor: z.enum(failureActors).meta({
      description:
        'Who can change it: the recipient or whoever runs the receiving server, you as the `sender`, or the `platform` that runs this service.',
    }),
    advice: z.string().meta({
      description: 'What to do about it, in a sentence for people.',
      examples: [failureClasses.recipient.advice],
    }),
  })
  .meta({ id: 'Diagnosis', description: 'Why an email did not arrive, and who can do what about it.' });
export type Diagnosis = z.infer<typeof diagnosis>;

export function diagnose(failure: FailureClass): Diagnosis {
  return { class: failure, ...failureClasses[failure] };
}
