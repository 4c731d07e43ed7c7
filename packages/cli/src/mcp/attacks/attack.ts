/**
 * Which key the server has. `recipients` names one address and one domain, `templates` is limited to templates, the others have no limits:
 * `drafts` is used with the option --drafts, `test` is a test key.
 */
export type AttackKey = 'recipients' | 'templates' | 'read' | 'drafts' | 'test';

export interface AttackCall {
  readonly tool: string;
  readonly arguments: unknown;
}

/** Text that an attacker placed where a tool reads it. */
export interface PlantedText {
  readonly place: string;
  readonly text: unknown;
}

export interface Attack {
  readonly id: string;
  readonly family: string;
  /** What it attempts. */
  readonly attempt: string;
  readonly key: AttackKey;
  readonly planted?: PlantedText;
  /**
   * What an assistant does that obeys everything. Here and in the planted text, `{"$repeat": [text, count]}` stands for a long text and
   * `{"$list": [value, count]}` for a long list.
   */
  readonly calls: readonly AttackCall[];
  /** How the calls are made: one after the other, at once, or each by a server that was restarted. */
  readonly order?: 'parallel' | 'restart';
  /** What must be true afterwards. */
  readonly after: AttackOutcome;
}

export interface AttackOutcome {
  /** Emails that may have been sent at most, each to allowed recipients only. */
  readonly sendsMax: number;
  /** The planted text is within the delimited block of the answer, nowhere else, and without hidden characters. */
  readonly isQuoted?: true;
  /** Every call was refused. */
  readonly isRefused?: true;
}

/** What is attempted, and what differs from an ordinary call. */
export type AttackRow = readonly [attempt: string, changes: Readonly<Record<string, unknown>>];

export const allowedAddress = 'ada@partner.example';
export const allowedDomain = 'team.example';
export const ownDomain = 'shop.example';

export const sendEmail = (changes: object = {}): AttackCall => ({
  tool: 'send_email',
  arguments: {
    from: `hello@${ownDomain}`,
    to: [allowedAddress],
    subject: 'Report',
    text: 'All is well.',
    ...changes,
  },
});

export const sendTemplate = (changes: object = {}): AttackCall => ({
  tool: 'send_template',
  arguments: {
    from: `hello@${ownDomain}`,
    to: [allowedAddress],
    template: 'receipt',
    data: { name: 'Ada' },
    ...changes,
  },
});

/** Attacks of one family, of which each must be refused. */
export function refusedSends(
  family: string,
  rows: readonly AttackRow[],
  {
    key = 'recipients',
    call = sendEmail,
  }: { readonly key?: AttackKey; readonly call?: (changes: object) => AttackCall } = {},
): Attack[] {
  return numbered(
    family,
    rows.map(([attempt, changes]) => ({
      attempt,
      key,
      calls: [call(changes)],
      after: { sendsMax: 0, isRefused: true },
    })),
  );
}

export function numbered(family: string, attacks: readonly Omit<Attack, 'id' | 'family'>[]): Attack[] {
  return attacks.map((attack, index) => ({
    id: `${family}-${String(index + 1).padStart(3, '0')}`,
    family,
    ...attack,
  }));
}
