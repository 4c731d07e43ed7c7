import { createPublicLinks, type PublicLinks } from '@postrider/mail';
import { composeAndSign, type ComposedMessage, type ComposeInput } from './compose';

export interface ComposeOrder extends ComposeInput {
  /** The same in every order of a process. */
  readonly linkSecret: Uint8Array;
}

let links: PublicLinks | undefined;

/** What a thread does with a large message: the same as the event loop does with a small one. */
export function composeInThread({ linkSecret, ...input }: ComposeOrder): Promise<ComposedMessage> {
  links ??= createPublicLinks(Buffer.from(linkSecret));
  return composeAndSign(input, links);
}
