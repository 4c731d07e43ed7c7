import type { SiteLimits } from '@postrider/mail';
import type { Suspended } from '../budgets/suspended';
import type { Source } from '../sources/source';
import type { OpenResult } from './delivery-session';

/** Where one recipient's mail goes: the hosts to try, and the site whose limits they share. */
export interface Destination {
  /** What limits, rate and suspension hang on: a provider's MX family, or one smart host. */
  readonly site: string;
  /** The address its mail leaves from; null: the system's choice. Connections and budgets are those of site and source. */
  readonly source: Source | null;
  /** Connections are shared by what has the same hosts: two domains of one provider may have different ones. */
  readonly hostsKey: string;
  readonly limits: SiteLimits;
  /** Deliveries that may wait for a connection; more are sent back to the queue. */
  readonly waitersMax: number;
  /** Mailbox provider for statistics; null when the route does not tell. */
  readonly provider: string | null;
  /**
   * Whether a reply that throttles or blocks us suspends the whole site. Not at a smart host: its words are about one
   * destination among many.
   */
  readonly throttlesAsOne: boolean;
  /** Its 250 is the last word. */
  readonly isFinal: boolean;
  /** A transaction takes one recipient: each is a call of its own, and one that ends unknown leaves no other in doubt. */
  readonly takesOneRecipient?: true;
  /** While its site is left alone for such a reason, another way takes its mail: who was to use it asks again at once. */
  readonly movesMail?: (suspended: Suspended) => boolean;
  /** Name of the transport that it belongs to: what attempts are filed under. */
  readonly transport?: string;
  /** Tries its hosts one after the other until one welcomes us; the last failure when none does. Never rejects. */
  open(): Promise<OpenResult>;
}
