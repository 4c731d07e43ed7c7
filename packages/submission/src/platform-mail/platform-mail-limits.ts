export const platformMailKinds = ['invitation', 'notice'] as const;
export type PlatformMailKind = (typeof platformMailKinds)[number];

/** An earlier mail of the kind within a day, as far as it has to do with the one that is asked for. */
export interface EarlierMail {
  readonly at: Date;
  readonly isOfMailbox: boolean;
  readonly isOfOrganization: boolean;
  readonly isOfUser: boolean;
}

interface Limit {
  readonly counts: (mail: EarlierMail) => boolean;
  readonly max: number;
  readonly windowMs: number;
  /** What an error calls it. */
  readonly whose: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const ofMailbox = (mail: EarlierMail): boolean => mail.isOfMailbox;
const ofBoth = (mail: EarlierMail): boolean => mail.isOfMailbox && mail.isOfOrganization;
const ofOrganization = (mail: EarlierMail): boolean => mail.isOfOrganization;
const ofUser = (mail: EarlierMail): boolean => mail.isOfUser;

/**
 * Kinds are counted apart: invitations that a stranger sends to an address keep no alert from it. A partner's alert address gets the
 * notices of all its clients.
 */
const limits: Readonly<Record<PlatformMailKind, readonly Limit[]>> = {
  invitation: [
    { counts: ofBoth, max: 1, windowMs: minuteMs, whose: 'to this address a minute' },
    { counts: ofBoth, max: 5, windowMs: dayMs, whose: 'to this address a day' },
    { counts: ofMailbox, max: 10, windowMs: dayMs, whose: 'of all organizations to this address a day' },
    { counts: ofOrganization, max: 100, windowMs: dayMs, whose: 'of the organization a day' },
    { counts: ofUser, max: 100, windowMs: dayMs, whose: 'of a user a day' },
  ],
  notice: [
    { counts: ofOrganization, max: 50, windowMs: dayMs, whose: 'of the organization a day' },
    { counts: ofMailbox, max: 200, windowMs: dayMs, whose: 'to this address a day' },
  ],
};

const plurals: Readonly<Record<PlatformMailKind, string>> = { invitation: 'invitations', notice: 'notices' };

export interface Excess {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** The limit that one more mail would exceed, of several the one that takes longest; null: none. */
export function excessOf(kind: PlatformMailKind, earlier: readonly EarlierMail[], now: Date): Excess | null {
  return limits[kind].reduce<Excess | null>((worst, { counts, max, windowMs, whose }) => {
    const startMs = now.getTime() - windowMs;
    const times = earlier
      .filter((mail) => counts(mail) && mail.at.getTime() > startMs)
      .map(({ at }) => at.getTime())
      .toSorted((one, other) => other - one);
    // The one that must leave the window before another fits in.
    const last = times[max - 1];
    if (last === undefined) return worst;
    const retryAfterSeconds = Math.max(1, Math.ceil((last - startMs) / 1_000));
    if (worst !== null && worst.retryAfterSeconds >= retryAfterSeconds) return worst;
    const what = max === 1 ? kind : plurals[kind];
    return { message: `The limit is ${max} ${what} ${whose}.`, retryAfterSeconds };
  }, null);
}
