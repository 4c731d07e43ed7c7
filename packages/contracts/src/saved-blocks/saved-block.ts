import { z } from 'zod';
import { documentBlocks, requestedBlocks } from '../email-documents/email-document';
import { createdAt, line, objectName, time } from '../fields/fields';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';

export const savedBlockLimits = {
  nameMax: 120,
  blocksMax: 50,
  /** Of an organization. */
  savedMax: 200,
} as const;

const { nameMax, blocksMax } = savedBlockLimits;

const name = lineOfText().trim().min(1, 'required').max(nameMax);
const blocks = requestedBlocks(blocksMax);

const paragraph = { type: 'paragraph', text: [{ type: 'text', text: 'Free shipping until Sunday.' }] };

export const createSavedBlockRequest = z
  .object({
    name: name.meta({
      description: `Name, 1 to ${nameMax} characters.`,
      examples: ['Shipping note'],
    }),
    blocks: blocks.meta({
      description: `Blocks from top to bottom, 1 to ${blocksMax}, as documents of emails have them.`,
    }),
  })
  .meta({
    id: 'CreateSavedBlockRequest',
    description: 'Blocks to save under a name.',
    examples: [{ name: 'Shipping note', blocks: [paragraph] }],
  });

/** Absent fields do not change. */
export const updateSavedBlockRequest = z
  .object({
    name: name.optional().meta({
      description: `Name, 1 to ${nameMax} characters.`,
      examples: ['Shipping note for May'],
    }),
    blocks: blocks.optional().meta({
      description: `Blocks from top to bottom, 1 to ${blocksMax}. Emails that contain the saved blocks keep theirs.`,
    }),
  })
  .meta({
    id: 'UpdateSavedBlockRequest',
    description: 'Fields to change. Missing fields keep their values.',
    examples: [{ name: 'Shipping note for May' }],
  });

const summary = {
  object: objectName('saved_block'),
  id: line('Id of the saved block.', sample.savedBlockId),
  name: line('Name of the saved block.', 'Shipping note'),
  created_at: createdAt('it was saved'),
  updated_at: time('When it was last changed.', sample.createdAt),
};

export const savedBlockSummary = z
  .object(summary)
  .meta({ id: 'SavedBlockSummary', description: 'A saved block without its content.' });
export type SavedBlockSummary = z.infer<typeof savedBlockSummary>;

export const savedBlockResource = z
  .object({
    ...summary,
    blocks: documentBlocks.meta({ description: 'Blocks from top to bottom.', examples: [[paragraph]] }),
  })
  .meta({ id: 'SavedBlock', description: 'Blocks that can be inserted into the document of any email.' });
export type SavedBlockResource = z.infer<typeof savedBlockResource>;
