/** Emails and their details. */
export const emails = {
  sendTest: 'Send a test email',
  broadcastKind: 'broadcast',
  columns: { to: 'To', status: 'Status', subject: 'Subject', kind: 'Kind', created: 'Accepted' },
  filters: {
    to: 'Recipient',
    status: 'Status',
    subject: 'Exact subject',
    kind: 'Kind',
    tag: 'Tag (name:value)',
    metadata: 'Metadata (key:value)',
    messageId: 'Message-ID',
    domain: 'Sending domain',
    failureClass: 'Failure class',
    key: 'API key',
    template: 'Template',
    broadcast: 'Broadcast',
  },
  none: { live: 'No emails yet', test: 'No test emails yet' },
  noneText: 'Send the first one from here, with the API or over SMTP.',
  noneFound: 'No emails found',
  cancelMany: 'Cancel sending',
  cancelManyTitle: (count: number) => `Cancel ${count} ${count === 1 ? 'email' : 'emails'}?`,
  cancelManyText: 'Emails that are still queued will not be sent. This cannot be undone.',
  notCanceled: (count: number) =>
    `${count} ${count === 1 ? 'email was' : 'emails were'} not canceled: no longer queued`,
  exportFile: (day: string) => `emails-${day}.csv`,
  canceled: (count: number) => `${count} ${count === 1 ? 'email' : 'emails'} canceled`,
  sendAgainMany: 'Send again',
  sendAgainManyTitle: 'Send the selected emails again',
  sendAgainManyText:
    'A copy of each selected email that failed, bounced or was canceled is sent to its original recipients as a new email. It counts toward the quota, and the audit log records it. Within 24 hours an email is sent again once.',
  change: {
    all: { cancel: 'Cancel all that match', send_again: 'Send all that match again' },
    abouts: {
      cancel:
        'Queued emails that match the filters, held ones included, will not be sent. This cannot be undone.',
      send_again:
        'A copy of each email that matches the filters is sent to its original recipients as a new email. It counts toward the quota, and the audit log records it. Within 24 hours an email is sent again once.',
    },
    countAgain: 'Count',
    counting: (count: string) => `Counting: ${count} so far.`,
    counted: (count: string) => `Emails that match now: ${count}`,
    tooMany: (max: string) =>
      `More than ${max} emails match. Choose fewer with the filters, or use POST /emails/changes.`,
    confirm: {
      cancel: (count: string, emails: number) => `Cancel ${count} ${emails === 1 ? 'email' : 'emails'}`,
      send_again: (count: string, emails: number) =>
        `Send ${count} ${emails === 1 ? 'email' : 'emails'} again`,
    },
    changing: 'In progress. Stopping keeps what is done.',
    result: (result: string, count: string) => {
      if (result === 'canceled') return `Canceled: ${count}`;
      if (result === 'sent_again') return `Sent again: ${count}`;
      return result === 'repeated' ? `Sent again before: ${count}` : `Refused (${result}): ${count}`;
    },
    nothing: 'No email was changed: none matches any more.',
    stop: 'Stop',
  },
};

export const email = {
  noSubject: '(no subject)',
  details: 'Details',
  cancel: 'Cancel sending',
  cancelTitle: 'Cancel this email?',
  cancelText: 'It will not be sent. This cannot be undone.',
  canceled: 'Email canceled',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  sendAgain: 'Send again',
  sendAgainWarning:
    'This email is still being sent. Sending it again makes another email: recipients may get both.',
  tryNow: 'Try now',
  triedNow: 'The next attempt is due now',
  sendAgainText: 'A copy is sent as a new email. The audit log records it.',
  sendAgainTo: 'Recipients',
  toOriginal: (count: number) =>
    count === 1 ? 'The original recipient' : `The ${count} original recipients`,
  toMe: 'Me',
  toOther: 'Another address',
  otherAddress: 'Address',
  sentAgain: 'Email sent again',
  suppress: 'Suppress',
  suppressTitle: (address: string) => `Suppress ${address}?`,
  suppressText: 'No more emails are sent to this address.',
  suppressed: (address: string) => `${address} suppressed`,
  unsuppress: 'Remove suppression',
  unsuppressTitle: (address: string) => `Allow email to ${address}?`,
  unsuppressText: (reason: string) =>
    `It is suppressed because of: ${reason}. Remove the suppression only if the address works and the person wants your email.`,
  unsuppressed: (address: string) => `Suppression of ${address} removed`,
  copyDiagnosis: 'Copy diagnosis for a ticket',
  diagnosisCopied: 'Diagnosis copied',
  facts: {
    from: 'From',
    to: 'To',
    cc: 'Cc',
    bcc: 'Bcc',
    replyTo: 'Reply-To',
    kind: 'Kind',
    broadcast: 'Broadcast',
    created: 'Accepted',
    scheduled: 'Scheduled for',
    expires: 'Expires',
    messageId: 'Message-ID',
    tags: 'Tags',
  },
};

export const share = {
  open: 'Share',
  title: 'Share this email',
  text: 'A link to a public page for people without an account: status, recipients, timeline and why the email waits. Everyone who has the link can open it.',
  days: 'Works for (days)',
  withContent: 'Show subject and text',
  withContentText: 'Without it, the page has no content of the email.',
  create: 'Create link',
  created: 'Link created',
  once: 'Copy it now: it is not shown again.',
  copyUrl: 'Copy URL',
  links: 'Links that work',
  by: (name: string | null, withContent: boolean) =>
    `${name === null ? 'Created' : `Created by ${name}`}, ${withContent ? 'with content' : 'without content'}`,
  until: 'Works until',
  viewed: 'opened',
  never: 'never',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this link?',
  revokeText: 'Its page is not found any more.',
  revoked: 'Link revoked',
};

export const timeline = {
  title: 'Timeline',
  of: (recipient: string) => `Timeline of ${recipient}`,
  accepted: 'Accepted',
  elapsed: (duration: string) => `+${duration}`,
  claimed: 'Claimed for delivery',
  scheduled: 'Scheduled',
  waiting: 'Queued',
  canceled: 'Canceled',
  holds: {
    review: 'Held for review',
    operator: 'Held by an operator',
    restoration: 'Held after a restoration',
  },
  holdTexts: {
    review: 'Sent once the screening passes or the platform releases it.',
    operator: 'Sent once an operator of the platform releases it.',
    restoration: 'Sent once an operator of the platform has checked that it was not sent before.',
  },
  heldUntil: 'Until',
  withKey: (name: string) => `Key: ${name}`,
  replayed: 'A request with the same idempotency key was repeated.',
  byProgram: (event: string) => `${event} by a program`,
  nextAttempt: 'Next attempt',
  suppressed: (reason: string) => `The address is on the suppression list: ${reason}.`,
  toSuppression: 'Show suppression',
  types: {
    queued: 'Queued',
    sent: 'Sent',
    delivered: 'Delivered',
    delivery_delayed: 'Delayed',
    late: 'Late',
    bounced: 'Bounced',
    complained: 'Marked as spam',
    rejected: 'Rejected',
    opened: 'Opened',
    clicked: 'Clicked',
    unsubscribed: 'Unsubscribed',
    suppressed: 'Suppressed',
    failed: 'Failed',
  },
  bounces: {
    hard: 'Permanent failure',
    soft: 'Temporary failure; attempts have ended',
    undetermined: 'Unknown kind of bounce',
  },
  actors: {
    none: null,
    recipient: 'For the recipient to fix.',
    sender: 'For you to fix.',
    platform: 'For the platform to fix.',
  },
};

export const content = {
  tabs: {
    preview: 'Preview',
    text: 'Text',
    html: 'HTML',
    source: 'Source',
    headers: 'Headers',
    metadata: 'Metadata',
    attachments: (count: number) => (count === 0 ? 'Attachments' : `Attachments (${count})`),
  },
  sourceHint:
    'As it is delivered, without signatures, which are added when the email leaves, and without the content of attachments.',
  width: 'Width',
  fullWidth: 'Full',
  remoteImages: 'Load remote images',
  dark: 'Dark',
  noHtml: 'This email has no HTML.',
  noText: 'This email has no text.',
  noMetadata: 'This email has no metadata.',
  noAttachments: 'This email has no attachments.',
  notKept:
    'The content is not stored: retention has deleted it, the email is a test, or your role may not read it.',
};

export const attempt = {
  result: (round: number, result: string) => `Attempt ${round}: ${result}`,
  running: 'running',
  results: {
    accepted: 'accepted',
    deferred: 'deferred',
    bounced: 'refused',
    unconfirmed: 'no answer',
  },
  took: (duration: string) => `Took ${duration}`,
  phase: (name: string, duration: string) => `${name} +${duration}`,
  phases: {
    accepted: 'Accepted',
    claimed: 'Claimed',
    connected: 'Connected',
    tls: 'TLS',
    data: 'DATA',
    reply: 'Reply',
    ended: 'Ended',
  },
  phasesLabel: 'Phases of the attempt',
  to: (host: string) => `To ${host}`,
  from: (address: string) => `from ${address}`,
  over: (transport: string) => `over ${transport}`,
  tls: (parts: readonly (string | null)[]) => parts.filter(Boolean).join(', '),
  verified: { pkix: 'certificate verified', dane: 'certificate verified with DANE' },
  noTls: 'Without TLS',
  conversation: 'SMTP conversation',
};

export const related = {
  webhooks: 'Webhook deliveries',
  copyDelivery: 'Copy delivery id',
  attempts: (count: number) => `${count} ${count === 1 ? 'attempt' : 'attempts'}`,
  replies: 'Replies',
  automatic: 'automatic',
};
