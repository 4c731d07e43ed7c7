import { editorTexts as words } from '../texts/editor';
import { recipeTexts } from '../texts/recipes';
import type { DocumentBlock, DocumentPart, EmailDocument } from './document-types';

const heading = (level: 1 | 2, text: string): DocumentBlock => ({
  type: 'heading',
  level,
  text: [{ type: 'text', text }],
});
const paragraph = (text: string): DocumentBlock => ({ type: 'paragraph', text: [{ type: 'text', text }] });

const greeting: DocumentBlock = {
  type: 'paragraph',
  text: [
    { type: 'text', text: words.starter.greeting },
    { type: 'variable', name: 'contact.first_name', fallback: words.starter.fallback },
    { type: 'text', text: ',' },
  ],
};
const footer: DocumentBlock = {
  type: 'footer',
  text: [{ type: 'text', text: words.starter.footer }],
  unsubscribe: true,
};

/** An email to a contact. */
const letter = (title: string, ...blocks: readonly DocumentBlock[]): EmailDocument => ({
  version: 1,
  blocks: [{ type: 'logo' }, heading(1, title), greeting, ...blocks, footer],
});

/** What a new broadcast begins with. */
export const starterBroadcast = letter(words.starter.title, paragraph(words.starter.text));

/** What a new template begins with: it has no contact, so nothing is personal. */
export const starterTemplate: EmailDocument = {
  version: 1,
  blocks: [{ type: 'logo' }, heading(1, words.starter.title), paragraph(words.starter.text)],
};

const stories = [
  paragraph(recipeTexts.newsletter.text),
  ...recipeTexts.newsletter.stories.flatMap(({ title, text }) => [heading(2, title), paragraph(text)]),
];

/** A broadcast of several stories. */
export const starterNewsletter = letter(recipeTexts.newsletter.title, ...stories);

const examples: ReadonlySet<string> = new Set([
  words.starter.text,
  recipeTexts.newsletter.text,
  ...recipeTexts.newsletter.stories.map(({ text }) => text),
  ...recipeTexts.welcome.map(({ text }) => text),
]);

/** Whether it still has a sentence that says what to write in its place. */
export function hasExampleText({ blocks }: EmailDocument): boolean {
  return blocks.some(
    (block) =>
      block.type === 'paragraph' &&
      block.text.length === 1 &&
      block.text.some((part) => part.type === 'text' && examples.has(part.text)),
  );
}

const variable = (name: string): DocumentPart => ({ type: 'variable', name });
const parts = (...all: readonly (string | DocumentPart)[]): DocumentPart[] =>
  all.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));

/** A template of several stories, whose title and greeting are variables. */
export const starterTemplateNewsletter: EmailDocument = {
  version: 1,
  blocks: [
    { type: 'logo' },
    { type: 'heading', level: 1, text: [variable('title')] },
    { type: 'paragraph', text: parts(words.starter.greeting, variable('first_name'), ',') },
    ...stories,
  ],
};

const { passwordReset, invitation } = recipeTexts;

export const starterPasswordReset: EmailDocument = {
  version: 1,
  blocks: [
    { type: 'logo' },
    heading(1, passwordReset.title),
    paragraph(passwordReset.text),
    { type: 'button', label: passwordReset.button, link: '{{ reset_url }}' },
    { type: 'paragraph', text: parts(passwordReset.valid, variable('valid_for'), passwordReset.ignore) },
  ],
};

export const starterInvitation: EmailDocument = {
  version: 1,
  blocks: [
    { type: 'logo' },
    { type: 'heading', level: 1, text: parts(invitation.title, variable('team')) },
    {
      type: 'paragraph',
      text: parts(variable('inviter'), invitation.text, variable('team'), '.'),
    },
    { type: 'button', label: invitation.button, link: '{{ invitation_url }}' },
    { type: 'paragraph', text: parts(invitation.ignore, variable('inviter'), invitation.ignoreEnd) },
  ],
};

/** Emails that contacts get one after the other. */
export const welcomeEmails = recipeTexts.welcome.map(({ subject, title, text }) => ({
  subject,
  document: letter(title, paragraph(text)),
}));
