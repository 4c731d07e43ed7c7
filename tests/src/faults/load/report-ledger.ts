/** The delivery reports that other servers brought, by the recipient that they are about. */
export interface ReportLedger {
  /** It is on its way, perhaps again: without an answer it is sent once more. */
  try(emailId: string, recipient: string): void;
  /** The relay answered 250. */
  confirm(emailId: string, recipient: string): void;
  wasTried(emailId: string, recipient: string): boolean;
  /** Some recipient of it was reported about. */
  wasTriedOf(emailId: string): boolean;
  /** `<email id> <recipient>`. */
  readonly confirmed: ReadonlySet<string>;
}

export function createReportLedger(): ReportLedger {
  const tried = new Set<string>();
  const emails = new Set<string>();
  const confirmed = new Set<string>();
  const keyOf = (emailId: string, recipient: string): string => `${emailId} ${recipient.toLowerCase()}`;
  return {
    try: (emailId, recipient) => {
      tried.add(keyOf(emailId, recipient));
      emails.add(emailId);
    },
    confirm: (emailId, recipient) => void confirmed.add(keyOf(emailId, recipient)),
    wasTried: (emailId, recipient) => tried.has(keyOf(emailId, recipient)),
    wasTriedOf: (emailId) => emails.has(emailId),
    confirmed,
  };
}
