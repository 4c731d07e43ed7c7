import type { PlanName } from '../organizations/plans';
import type { DomainStatus, DomainStream, Mode, OrganizationKind, Permission } from '../statuses/statuses';
import type { Role } from './roles';

/** The caller of a request: an active key or a user of the console, the organization and that organization's domains. */
export interface Principal {
  readonly actor: PrincipalActor;
  readonly mode: Mode;
  readonly permission: Permission;
  /** Ids of the only domains that the key or user may use, and whose objects it sees; null: all of the organization. */
  readonly domainIds: readonly string[] | null;
  readonly rights: Rights;
  /** Requests a second; 0: no cap. */
  readonly rateLimit: number;
  /** What the key may send; absent: all that its permission allows. */
  readonly limits?: SendingLimits | undefined;
  readonly organization: PrincipalOrganization;
  /** Every domain of the organization, by name. */
  readonly domains: ReadonlyMap<string, SendingDomain>;
}

/** Limits of a key on what it sends; each of them narrows what others allow. */
export interface SendingLimits {
  /** Keys of addresses, and domains in lower-case A-labels; null: any. */
  readonly recipients: ReadonlySet<string> | null;
  /** Emails need a template. */
  readonly templatesOnly: boolean;
  /** Live recipients a UTC day; null: no limit. */
  readonly dailyRecipients: number | null;
}

/** What a key or user may read besides what its permission allows. Nothing that it creates can read more. */
export interface Rights {
  /** May read bodies and attachments. */
  readonly content: boolean;
  /** May export lists. */
  readonly export: boolean;
}

export const allRights: Rights = { content: true, export: true };

/** What is recorded as the author of a change, and as the key of an email. */
export type PrincipalActor = KeyActor | UserActor;

export interface KeyActor {
  readonly type: 'key';
  readonly id: string;
  readonly name: string;
  /** Null or absent: never. */
  readonly expiresAt?: Date | null;
}

/** A signed-in user of the console. */
export interface UserActor {
  readonly type: 'user';
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Until when sensitive changes are accepted without another proof. */
  readonly authenticatedUntil: Date;
}

/** The organization's state that decides whether and how it may send. */
export interface PrincipalOrganization {
  readonly id: string;
  readonly slug: string;
  readonly kind: OrganizationKind;
  readonly plan: PlanName;
  readonly sendingPausedAt: Date | null;
  readonly underReviewAt: Date | null;
  /** Not approved yet: what it sends is held until it was screened. */
  readonly isScreened: boolean;
}

/** A domain of the organization, as far as a send depends on it. */
export interface SendingDomain {
  readonly id: string;
  /** Lower-case A-labels. */
  readonly name: string;
  readonly status: DomainStatus;
  readonly stream: DomainStream;
  readonly trackingVerified: boolean;
  /** The records that keep it from being verified; absent from a verified domain. */
  readonly missing?: readonly MissingRecord[];
}

/** A required DNS record that the last verification did not find as it should be. */
export interface MissingRecord {
  /** For example `DKIM`. */
  readonly record: string;
  readonly name: string;
  /** What is wrong with it; null: not checked yet. */
  readonly error: string | null;
}
