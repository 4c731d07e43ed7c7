import { palette } from '../texts/palette';

export interface PaletteSearch {
  readonly label: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const messageId = /^<[^<>\s]+@[^<>\s]+>$/;
const address = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** What a typed text can be looked for as: an id, a Message-ID, an address. */
export function searchesFor(query: string): readonly PaletteSearch[] {
  const text = query.trim();
  if (uuid.test(text))
    return [
      { label: palette.email(text), to: `/emails/${text}` },
      { label: palette.domain(text), to: `/domains/${text}` },
    ];
  if (messageId.test(text))
    return [{ label: palette.messageId(text), to: '/emails', search: { message_id: text } }];
  if (address.test(text))
    return [
      { label: palette.recipient(text), to: '/emails', search: { to: text } },
      { label: palette.suppression(text), to: '/suppressions', search: { email: text } },
    ];
  return [];
}

/** For other words: in subjects and contacts. */
export function wordSearchesFor(query: string): readonly PaletteSearch[] {
  const text = query.trim();
  if (text.length < 3 || searchesFor(text).length > 0) return [];
  return [
    { label: palette.subject(text), to: '/emails', search: { subject: text } },
    { label: palette.contacts(text), to: '/contacts', search: { search: text } },
  ];
}
