import type { RecipientReference } from '../return-path/recipient-reference';
import type { PublicLinks } from './public-links';

/** Variables of content that are links of its recipient. */
export interface ContentLinks {
  readonly unsubscribe_url: string;
  readonly preferences_url: string;
  /** The mail in a browser. */
  readonly view_url: string;
}

/** @param origin where links of the sending domain lead, for example `https://links.shop.example` */
export function contentLinks(
  links: Pick<PublicLinks, 'urlOf'>,
  origin: string,
  recipient: RecipientReference,
): ContentLinks {
  return {
    unsubscribe_url: links.urlOf(origin, { ...recipient, kind: 'unsubscribe' }),
    preferences_url: links.urlOf(origin, { ...recipient, kind: 'preferences' }),
    view_url: links.urlOf(origin, { ...recipient, kind: 'view' }),
  };
}
