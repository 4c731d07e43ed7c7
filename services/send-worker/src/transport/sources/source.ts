import type { DomainStream } from '@postrider/contracts/statuses';

/** An address that mail leaves from. */
export interface Source {
  readonly id: string;
  /** As receivers see it: what budgets, suspensions and attempts name. */
  readonly address: string;
  /** As this machine has it: what connections are bound to. */
  readonly bindAddress: string;
  /** Our name in EHLO on its connections. */
  readonly helloName: string;
  /** It reaches hosts of this family alone. */
  readonly family: 4 | 6;
}

/** Whose mail leaves: what chooses a pool, and an address of it. */
export interface SourceClient {
  /** The sending domain: its mail to a site keeps to one address. */
  readonly domainId: string;
  /** Pool that the domain is pinned to; null: that of its stream. */
  readonly sourcePool: string | null;
  readonly stream: DomainStream;
}

/** Which families a site's hosts have an address of. */
export interface Families {
  readonly ipv4: boolean;
  readonly ipv6: boolean;
}

/** From where mail of one recipient leaves. */
export type SourceChoice =
  /** No address is configured for it: the system chooses. */
  | { readonly kind: 'system' }
  | {
      readonly kind: 'source';
      readonly source: Source;
      /** To be called when no server was asked: releases what the address's warm-up has reserved for the recipient. */
      readonly releaseReservation: () => void;
    }
  | ({ readonly kind: 'postponed' } & Postponed);

/** Nothing can leave now, and no server was asked: the delivery round does not count. */
export interface Postponed {
  readonly until: Date;
  /** For people: recorded as the reason of the delay. Null: another worker will send it, nothing is recorded. */
  readonly reason: string | null;
  /** Default: a source address. */
  readonly lacks?: 'transport';
}

export interface Sources {
  /** For one recipient at a site (a mailbox provider). Never rejects. */
  choose(client: SourceClient, site: string, families: () => Promise<Families>): Promise<SourceChoice>;
}

/** What distinguishes the connections and budgets of a site: from which address they come. */
export function siteAndSource(site: string, source: Source | null): string {
  return source === null ? site : `${site} from ${source.address}`;
}

export const systemSource: SourceChoice = { kind: 'system' };
