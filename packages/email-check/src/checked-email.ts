import type { LegalSender } from '@postrider/mail';

/** An email as it would be accepted, and what is added to it on its way: plain data, since it is passed to a thread. */
export interface CheckedEmail {
  readonly id: string;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** It is sent as it is, as an entity: nothing is added to it. */
  readonly isEntity: boolean;
  readonly isBulk: boolean;
  readonly isOfBroadcast: boolean;
  readonly track: { readonly opens: boolean; readonly clicks: boolean };
  /** HTML without text gets a text part. */
  readonly generatesText: boolean;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly size: number;
    /** Shown in the HTML, by its content id. */
    readonly isInline: boolean;
  }[];
  readonly sender: LegalSender;
  /** Where its links lead, for example `https://links.shop.example`. */
  readonly linkBase: string;
  readonly domain: SenderDomain;
}

export interface SenderDomain {
  readonly name: string;
  /** The records on which its authentication depends, and what the last check saw of them. */
  readonly records: readonly { readonly record: string; readonly status: string }[];
}

/** A link that can be requested to see whether it leads anywhere. */
export interface CheckedLink {
  readonly url: string;
  readonly field: 'html' | 'text';
  readonly line: number;
}
