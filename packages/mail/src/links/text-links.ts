import { LinkifyIt } from 'linkify-it';
import { isOptOut, trackableUrl, type FoundLink } from './trackable-url';

const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** What may follow a link up to the next blank without being taken for a part of it. */
const boundary = /^[\p{P}\p{S}]*(?:\s|$)/u;
const boundaryCharsMax = 20;

/** The http(s) links of a plain text that can be tracked; without those on a line about leaving a list. */
export function findTextLinks(text: string): FoundLink[] {
  const found: FoundLink[] = [];
  for (const { index: start, lastIndex: end, raw } of linkify.match(text) ?? []) {
    const url = trackableUrl(raw);
    // A mail program that finds a longer link than we do would append the rest to ours and break it.
    const ends = boundary.test(text.slice(end, end + boundaryCharsMax));
    if (url !== null && ends && !isOptOut(url, lineBefore(text, start))) found.push({ start, end, url });
  }
  return found;
}

/** The line up to the link; with nothing on it but the link, the line above, which introduces it. */
function lineBefore(text: string, at: number): string {
  const wordsCharsMax = 300;
  const before = text.slice(Math.max(0, at - wordsCharsMax), at);
  const lines = before.split(/\r\n|\r|\n/);
  const own = lines.at(-1) ?? '';
  return /[\p{L}\p{N}]/u.test(own) ? own : `${lines.at(-2) ?? ''} ${own}`;
}
