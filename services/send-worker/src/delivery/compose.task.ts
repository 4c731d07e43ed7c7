import { createPublicLinks, type PublicLinks } from '@postrider/mail';
import { composeLetter, type Letter, type LetterParts } from './compose';

export interface LetterOrder extends LetterParts {
  /** The same in every order of a process. */
  readonly linkSecret: Uint8Array;
}

let links: PublicLinks | undefined;

/** What a thread does with a large message: the same as the event loop does with a small one. */
export function composeLargeLetter({ linkSecret, ...parts }: LetterOrder): Promise<Letter> {
  links ??= createPublicLinks(Buffer.from(linkSecret));
  return composeLetter(parts, links);
}
