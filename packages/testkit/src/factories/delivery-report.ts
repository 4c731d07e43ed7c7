export interface ReportedRecipient {
  readonly action?: 'failed' | 'delayed' | 'delivered' | 'relayed';
  /** Final-Recipient; null: the reporter hides it. */
  readonly recipient?: string | null;
  readonly originalRecipient?: string;
  readonly status?: string;
  readonly diagnostic?: string;
}

/** A delivery report (RFC 3464) about one or several recipients. */
export function deliveryReport(...recipients: readonly ReportedRecipient[]): string {
  const blocks = recipients.flatMap(({ action = 'failed', recipient = 'jane@example.test', ...rest }) => [
    '',
    ...(rest.originalRecipient === undefined ? [] : [`Original-Recipient: rfc822;${rest.originalRecipient}`]),
    ...(recipient === null ? [] : [`Final-Recipient: rfc822; ${recipient}`]),
    `Action: ${action}`,
    `Status: ${rest.status ?? '5.1.1'}`,
    `Diagnostic-Code: smtp; ${rest.diagnostic ?? '550 5.1.1 No such user here'}`,
  ]);
  return [
    'From: MAILER-DAEMON@mx.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    ...blocks,
    '',
    '--B--',
    '',
  ].join('\r\n');
}
