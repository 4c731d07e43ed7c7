import type { Role } from '../api/types';
import { palette } from '../texts/palette';

interface PaletteAction {
  readonly label: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The least that may do it. */
  readonly role: Role;
}

const { actions: words } = palette;
/** Opens the dialog of a list page with the page: see `useCreateDialog`. */
const search = { create: 'true' };

/** What can be begun from anywhere. */
export const paletteActions: readonly PaletteAction[] = [
  { label: words.createBroadcast, to: '/broadcasts/new', role: 'member' },
  { label: words.addContact, to: '/contacts', search, role: 'member' },
  { label: words.importContacts, to: '/contacts/import', role: 'member' },
  { label: words.createSegment, to: '/segments/new', role: 'admin' },
  { label: words.createTemplate, to: '/templates', search, role: 'admin' },
  { label: words.addDomain, to: '/domains', search, role: 'admin' },
  { label: words.createKey, to: '/api-keys', search, role: 'member' },
  { label: words.addWebhook, to: '/webhooks', search, role: 'admin' },
  { label: words.inviteMember, to: '/members', search, role: 'admin' },
];
