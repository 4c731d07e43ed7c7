import type { ReturnPathTokens } from './address-token';
import type { ReturnPathReference } from './recipient-reference';

/** Name of the tag (Amazon SES), or of the custom argument (SendGrid), that travels with a mail and comes back in the events about it. */
export const providerTagName = 'postrider';

const returnPathPrefix = 'b+';

/** A return path's local part (`b+<token>`), or the token alone, as a tag's value: Amazon SES allows letters, digits, `_` and `-` only. */
export function providerTagValue(localPart: string): string {
  return localPart.startsWith(returnPathPrefix) ? localPart.slice(returnPathPrefix.length) : localPart;
}

/** The message and recipient of a tag; null unless its token was minted here. */
export function readProviderTag(returnPaths: ReturnPathTokens, value: string): ReturnPathReference | null {
  return returnPaths.read(`${returnPathPrefix}${providerTagValue(value)}`);
}
