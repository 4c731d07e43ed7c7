import { waitingCauses } from './waiting';

/** The operator area. */
export const operator = {
  noAccess: 'For operators of the platform',
  noAccessText: 'An operator can make you one with “postrider users operator”.',
  noSecondFactor: 'Second factor required',
  noSecondFactorText:
    'Operator pages require a second factor. Set up an authenticator app or a passkey in your profile, then sign in again with it.',
  toProfile: 'Go to profile',
};

export const health = {
  description: 'Checks of the platform, and its queues.',
  checks: 'Checks',
  checkedAt: 'Checked',
  runbook: 'Runbook',
  since: 'since',
  doctor: 'Port 25 and DNS of a worker are checked where it runs:',
  doctorCommand: 'postrider doctor',
  waiting: 'Queued mail',
  waitingNone: 'No mail is queued.',
  waitingCut: (lanes: string) => `Only the 10,000 messages that are due first are counted in: ${lanes}.`,
  waitingColumns: {
    lane: 'Lane',
    reason: 'Reason',
    messages: 'Messages',
    recipients: 'Recipients',
    due: 'Due',
    oldest: 'Oldest due',
  },
  queues: 'RabbitMQ queues',
  queuesUnknown: 'RabbitMQ does not answer.',
  queueColumns: { queue: 'Queue', waiting: 'Waiting', dead: 'Dead letters' },
};

export const mailTexts = {
  description:
    'Live email of all organizations, without its content: release, fail, retry or mark many at once. Unconfirmed email was handed over, but the reply was lost.',
  filters: {
    state: 'State',
    organization: 'Organization',
    domain: 'Sending domain',
    detail: 'Reason contains',
    held_as: 'Held as',
  },
  lastDays: 'Without a time, the last 7 days are shown and changed.',
  columns: {
    recipient: 'Recipient',
    organization: 'Organization',
    from: 'From',
    reason: 'Reason',
    created: 'Accepted',
  },
  notTried: 'not tried yet',
  heldBy: (reason: string, operator: string) => `${reason} (${operator})`,
  none: 'No email',
  noneText: 'No email in this state fits the filters.',
  changes: {
    ...{ hold: 'Hold', release: 'Release', fail: 'Fail', retry: 'Retry' },
    ...{ mark_delivered: 'Mark delivered', mark_bounced: 'Mark bounced', mark_failed: 'Mark failed' },
  },
  all: (change: string) => `${change} all that match`,
  dialog: {
    title: (change: string) => `${change} emails`,
    abouts: {
      hold: 'Held email is not sent until it is released. It still fails when it expires.',
      release: 'Released email is sent when it is due. What a review holds waits for the review.',
      fail: 'Failing is final: recipients get an event “failed”, and webhooks are sent.',
      retry:
        'Failed recipients are queued again, unless their email may have left, has expired or was rejected, or its content is deleted.',
      mark_delivered:
        'Recipients without a reply get an event “delivered”, and webhooks are sent. This is final.',
      mark_bounced:
        'Recipients without a reply get an event “bounced”, and webhooks are sent. This is final.',
      mark_failed: 'Recipients without a reply get an event “failed”, and webhooks are sent. This is final.',
    },
    reason: 'Reason',
    reasonText:
      'Shown in the audit log of each organization, and in the events of email that fails or is marked.',
    count: 'Count',
    counting: (messages: string) => `${messages} emails counted so far.`,
    counted: 'Dry run: what would happen now',
    changing: (messages: string) => `${messages} emails done so far.`,
    results: 'Results',
    nothing: 'No email fits.',
    columns: { organization: 'Organization', result: 'Result', messages: 'Emails', recipients: 'Recipients' },
    confirm: (change: string, messages: number, text: string) =>
      `${change} ${text} ${messages === 1 ? 'email' : 'emails'}`,
    stop: 'Stop',
  },
};

export const deadLetterTexts = {
  description:
    'Jobs that failed too often or cannot be read. Fix the cause, then redrive them; discard jobs that can never be handled.',
  queues: 'Queues',
  columns: { queue: 'Queue', waiting: 'Waiting', dead: 'Dead letters' },
  letters: (queue: string) => `Oldest of ${queue}`,
  letterColumns: { reason: 'Reason', at: 'Dead since', ids: 'Ids' },
  ids: (name: string, ids: readonly string[], more: number) =>
    `${name} ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  choose: 'Choose a queue to see its dead letters.',
  none: 'This queue has no dead letters.',
  counting: 'Counting …',
  reason: 'Reason',
  reasonText: 'Shown in the audit log of the operator.',
  changes: {
    redrive: {
      action: 'Redrive',
      title: (queue: string) => `Redrive ${queue}`,
      text: 'Dead letters go back to their queue, oldest first, and are handled again. What fails again comes back. The audit log of the operator records it.',
      counted: (letters: string) => `Dry run: ${letters} would be redriven now.`,
      done: (letters: string) => `${letters} redriven so far.`,
      notice: (letters: string) => `${letters} redriven`,
      confirm: (amount: string) => `Redrive ${amount}`,
    },
    discard: {
      action: 'Discard',
      title: (queue: string) => `Discard dead letters of ${queue}`,
      text: 'Dead letters are deleted, oldest first, and nothing brings them back. The emails and events that they name stay in the database.',
      counted: (letters: string) => `Dry run: ${letters} would be deleted now.`,
      done: (letters: string) => `${letters} deleted so far.`,
      notice: (letters: string) => `${letters} deleted`,
      confirm: (amount: string) => `Delete ${amount}`,
    },
  },
  final: 'Discarding is final',
  amount: (letters: number, text: string) => `${text} ${letters === 1 ? 'dead letter' : 'dead letters'}`,
};

export const reviewTexts = {
  description: 'First emails of new client organizations that the screening flagged, oldest first.',
  organizations: 'Organizations under review',
  organization: 'Organization',
  columns: {
    subject: 'Subject',
    organization: 'Organization',
    from: 'From',
    reasons: 'Findings',
    created: 'Held',
  },
  noSubject: '(no subject)',
  none: 'No email waits for a review',
  noneText: 'Flagged emails of new client organizations are listed here.',
  back: 'All reviews',
  about: 'Review',
  facts: {
    id: 'Id',
    organization: 'Organization',
    from: 'From',
    to: 'To',
    status: 'Review',
    email: 'Email',
    created: 'Held',
    decided: 'Decided',
    decidedBy: 'Decided by',
  },
  content: 'Content',
  noContent: 'This email has no HTML or text that is stored.',
  release: 'Release',
  releaseTitle: 'Release this email?',
  releaseText:
    'It is sent when due. If it is the last flagged email of its organization, the review of the organization ends too.',
  reject: 'Reject',
  rejectTitle: 'Reject this email?',
  rejectText: 'The email fails permanently, and webhooks are sent. Its organization stays under review.',
  outcomes: {
    released: 'Email released',
    rejected: 'Email rejected',
    gone: 'Decision recorded, but the email was canceled or has expired',
    already_decided: 'Another operator decided first',
  },
};

export const organizationTexts = {
  description: 'Organizations of the platform with their plan and state.',
  filters: { search: 'Name or slug', kind: 'Kind', plan: 'Plan', state: 'State' },
  columns: { name: 'Name', slug: 'Slug', kind: 'Kind', plan: 'Plan', state: 'State', created: 'Created' },
  states: {
    active: 'active',
    paused: waitingCauses.sending_paused.name,
    underReview: waitingCauses.review.name,
  },
  none: 'No organizations',
  noneText: 'No organization fits the filters.',
  back: 'All organizations',
  about: 'Organization',
  facts: {
    id: 'Id',
    slug: 'Slug',
    kind: 'Kind',
    plan: 'Plan',
    state: 'State',
    pausedReason: 'Paused because',
    reviewReason: 'Under review because',
    approved: 'Approved',
    alertEmail: 'Alert address',
    domains: 'Domains',
    keys: 'API keys',
    reviews: 'Undecided reviews',
    held: 'Held emails',
    waiting: 'Waiting emails',
    created: 'Created',
  },
  setPlan: 'Change plan',
  planChanged: 'Plan changed',
  pause: 'Pause sending',
  pauseReason: 'Reason',
  pauseReasonText: 'Shown to the organization. New live email is refused, and queued email waits.',
  paused: 'Sending paused',
  resume: 'Resume sending',
  resumeTitle: 'Resume sending?',
  resumeText: 'Live email is accepted again, and queued email is sent.',
  resumed: 'Sending resumed',
  planText: 'The limits of the new plan apply at once.',
  emails: (emails: number, text: string) => `${text} ${emails === 1 ? 'email' : 'emails'}`,
  atLeast: (text: string) => `${text} or more`,
  seeReviews: 'Read flagged emails',
  approve: 'Approve',
  approveTitle: 'Approve this organization?',
  approveText:
    'Its screening ends for good: further email is sent without a review. The audit log of the organization records it.',
  approveEffect: (held: number, emails: string) =>
    `${emails} held for screening or review ${held === 1 ? 'becomes' : 'become'} due, flagged or not.`,
  approved: 'Organization approved',
  lift: 'Lift review',
  liftTitle: 'Lift the review?',
  liftText: 'New email is accepted again and still screened. The audit log of the organization records it.',
  liftEffect: (held: number, emails: string) =>
    `${emails} held for screening or review ${held === 1 ? 'stays' : 'stay'} held.`,
  queueEffect: (waiting: string) => `Waiting in its queue and sent again: ${waiting}.`,
  lifted: 'Review lifted',
};
