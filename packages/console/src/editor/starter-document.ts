import { editorTexts as words } from '../texts/editor';
import type { EmailDocument } from './document-types';

/** What a new broadcast begins with. */
export const starterBroadcast: EmailDocument = {
  version: 1,
  blocks: [
    { type: 'logo' },
    { type: 'heading', level: 1, text: [{ type: 'text', text: words.starter.title }] },
    {
      type: 'paragraph',
      text: [
        { type: 'text', text: words.starter.greeting },
        { type: 'variable', name: 'contact.first_name', fallback: words.starter.fallback },
        { type: 'text', text: ',' },
      ],
    },
    { type: 'paragraph', text: [{ type: 'text', text: words.starter.text }] },
    { type: 'footer', text: [{ type: 'text', text: words.starter.footer }], unsubscribe: true },
  ],
};

/** What a new template begins with: it has no contact, so nothing is personal. */
export const starterTemplate: EmailDocument = {
  version: 1,
  blocks: [
    { type: 'logo' },
    { type: 'heading', level: 1, text: [{ type: 'text', text: words.starter.title }] },
    { type: 'paragraph', text: [{ type: 'text', text: words.starter.text }] },
  ],
};
