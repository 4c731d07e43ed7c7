import type { components } from '../api/generated/api';

export type EmailDocument = components['schemas']['EmailDocument'];
export type DocumentBlock = EmailDocument['blocks'][number];
export type BlockOf<Type extends DocumentBlock['type']> = Extract<DocumentBlock, { type: Type }>;
export type DocumentPart = BlockOf<'paragraph'>['text'][number];
export type DocumentAlign = NonNullable<BlockOf<'image'>['align']>;
export type SocialLink = BlockOf<'social'>['links'][number];

/** What is chosen for the whole email. */
export type DocumentSettings = Omit<EmailDocument, 'blocks' | 'version'>;

/** Blocks that a form changes, by the names of their nodes. */
export const formBlocks = ['image', 'button', 'spacer', 'social', 'logo', 'footer'] as const;
export type FormBlock = (typeof formBlocks)[number];

/** A variable that can be inserted. */
export interface EditorVariable {
  readonly name: string;
  readonly label: string;
  readonly example: string;
}
