/**
 * Recipients to which delivery was attempted: what rates of deliveries and bounces are fractions of. A recipient that a mail server refuses
 * during the SMTP session bounces without being sent; one that a smart host takes and reports on later is both. So the larger of the two sums
 * counts.
 */
export function attemptedRecipients({
  sent,
  delivered,
  bounced,
}: {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
}): number {
  return Math.max(sent, delivered + bounced);
}
