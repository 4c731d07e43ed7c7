/** Why a destination did not take a message. */
export type FailureClass =
  | 'recipient'
  | 'domain'
  | 'inactive'
  | 'full'
  | 'no_answer'
  | 'routing'
  | 'auth'
  | 'policy'
  | 'block'
  | 'rate'
  | 'content'
  | 'size'
  | 'other';

export type BounceType = 'hard' | 'soft' | 'undetermined';

/** What went wrong, who can change it, and how. `sender` is the customer, `platform` whoever runs this service. */
export interface Diagnosis {
  class: FailureClass;
  actor: 'recipient' | 'sender' | 'platform';
  advice: string;
}

interface ClassFacts {
  bounceType: BounceType;
  actor: Diagnosis['actor'];
  advice: string;
}

const factsOfClass: Record<FailureClass, ClassFacts> = {
  recipient: {
    bounceType: 'hard',
    actor: 'sender',
    advice: 'The mailbox does not exist. Correct the address or remove it from your list.',
  },
  domain: {
    bounceType: 'hard',
    actor: 'sender',
    advice: 'The domain takes no mail. Check the part after the @ or remove the address.',
  },
  inactive: {
    bounceType: 'hard',
    actor: 'sender',
    advice: 'The mailbox is disabled or has moved. Reach the recipient another way or remove the address.',
  },
  full: {
    bounceType: 'soft',
    actor: 'recipient',
    advice: 'The mailbox is full. The recipient has to make room before mail can arrive.',
  },
  no_answer: {
    bounceType: 'soft',
    actor: 'recipient',
    advice: 'The receiving mail server does not answer. Its operator has to bring it back.',
  },
  routing: {
    bounceType: 'soft',
    actor: 'recipient',
    advice: 'The receiving domain routes its mail wrongly. Its operator has to correct DNS or forwarding.',
  },
  auth: {
    bounceType: 'soft',
    actor: 'sender',
    advice:
      'The receiver could not authenticate the message. Check the SPF, DKIM and DMARC records of the sending domain.',
  },
  policy: {
    bounceType: 'soft',
    actor: 'platform',
    advice:
      'A rule of the receiver refused the message. Read its reply; often it names a page that lifts the refusal.',
  },
  block: {
    bounceType: 'soft',
    actor: 'platform',
    advice:
      'The receiver blocks the sending address for its reputation. Slow down, find the cause and ask for removal.',
  },
  rate: {
    bounceType: 'soft',
    actor: 'platform',
    advice: 'The receiver limits how fast it takes mail from here. Delivery goes on more slowly.',
  },
  content: {
    bounceType: 'soft',
    actor: 'sender',
    advice: 'The receiver objects to the content. Look for links, attachments or wording that resemble spam.',
  },
  size: {
    bounceType: 'soft',
    actor: 'sender',
    advice: 'The message is larger than the receiver allows. Send a link instead of the attachment.',
  },
  other: {
    bounceType: 'undetermined',
    actor: 'sender',
    advice: 'The reply names no known reason. Its text is the only hint.',
  },
};

export function diagnose(failure: FailureClass): Diagnosis {
  const { actor, advice } = factsOfClass[failure];
  return { class: failure, actor, advice };
}

export function bounceTypeOf(failure: FailureClass): BounceType {
  return factsOfClass[failure].bounceType;
}
