/** The list of emails. */
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
