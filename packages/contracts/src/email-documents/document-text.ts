import { z } from 'zod';
import { lineOfText, nonBlankLine } from '../fields/text';
import { documentLink, variableName } from './document-link';

/** Of one paragraph, heading or item. */
const partsMax = 500;

export const documentColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a hex color such as #1d4ed8');

const marks = {
  bold: z.boolean().optional().meta({ description: 'Whether it is bold.' }),
  italic: z.boolean().optional().meta({ description: 'Whether it is italic.' }),
  underline: z.boolean().optional().meta({ description: 'Whether it is underlined.' }),
  strike: z.boolean().optional().meta({ description: 'Whether it is struck through.' }),
  color: documentColor
    .optional()
    .meta({ description: 'Color of the text, as `#rrggbb`.', examples: ['#b91c1c'] }),
  link: documentLink()
    .optional()
    .meta({
      description: 'Where it links to: an https, http, mailto or tel URL, or a variable such as `{{ url }}`.',
      examples: ['https://acme.example/may'],
    }),
};

const textPart = z
  .strictObject({
    type: z.literal('text').meta({ description: 'Type of the part: always `text`.' }),
    text: lineOfText()
      .max(10_000)
      .meta({
        description: 'Text. It is shown as it is: markup and Liquid in it mean nothing.',
        examples: ['Hello '],
      }),
    ...marks,
  })
  .meta({ id: 'DocumentTextPart', description: 'Text in one style.' });

const variablePart = z
  .strictObject({
    type: z.literal('variable').meta({ description: 'Type of the part: always `variable`.' }),
    name: z
      .string()
      .max(100)
      .regex(variableName, 'must be names of A-Z a-z 0-9 _, up to 8 joined by dots')
      .meta({ description: 'Name of the variable.', examples: ['contact.first_name'] }),
    fallback: lineOfText()
      .max(120)
      .optional()
      .meta({ description: 'Text for recipients without a value. Default: nothing.', examples: ['there'] }),
    ...marks,
  })
  .meta({ id: 'DocumentVariable', description: 'A value that differs from recipient to recipient.' });

const lineBreak = z
  .strictObject({
    type: z.literal('line_break').meta({ description: 'Type of the part: always `line_break`.' }),
  })
  .meta({ id: 'DocumentLineBreak', description: 'The end of a line within a block.' });

const part = z.discriminatedUnion('type', [textPart, variablePart, lineBreak]);
export type DocumentPart = z.output<typeof part>;
export type DocumentMarks = Omit<z.output<typeof textPart>, 'type' | 'text'>;

/** What a paragraph, a heading or an item says. */
export const documentText = z.array(part).max(partsMax, `must have at most ${partsMax} items`);
const textMeta = { description: 'Text, in parts of one style each.' };

export const align = z.enum(['left', 'center', 'right']);
export type DocumentAlign = z.output<typeof align>;
const alignMeta = { description: 'Alignment. Default: the beginning of the line.' };

export const paragraphBlock = z
  .strictObject({
    type: z.literal('paragraph').meta({ description: 'Type of the block: always `paragraph`.' }),
    align: align.optional().meta(alignMeta),
    text: documentText.meta(textMeta),
  })
  .meta({ id: 'DocumentParagraph', description: 'A paragraph.' });

export const headingBlock = z
  .strictObject({
    type: z.literal('heading').meta({ description: 'Type of the block: always `heading`.' }),
    level: z
      .int()
      .min(1)
      .max(3)
      .meta({ description: 'Level, 1 to 3.', examples: [1] }),
    align: align.optional().meta(alignMeta),
    text: documentText.meta(textMeta),
  })
  .meta({ id: 'DocumentHeading', description: 'A heading.' });

export const quoteBlock = z
  .strictObject({
    type: z.literal('quote').meta({ description: 'Type of the block: always `quote`.' }),
    text: documentText.meta(textMeta),
  })
  .meta({ id: 'DocumentQuote', description: 'A quotation.' });

const itemsMax = 100;
const ordered = z.boolean().optional().meta({ description: 'Whether items are numbered. Default: false.' });
const itemText = documentText.meta({ description: 'Text of the item, in parts of one style each.' });

/** Lists within lists are three deep: by their schema, so that nothing has to count. */
const thirdItem = z
  .strictObject({ text: itemText })
  .meta({ id: 'DocumentThirdItem', description: 'An item of the third level.' });
const thirdList = z
  .strictObject({
    ordered,
    items: z.array(thirdItem).min(1).max(itemsMax).meta({ description: 'Items of the list.' }),
  })
  .meta({ id: 'DocumentThirdList', description: 'A list of the third level.' });
const secondItem = z
  .strictObject({ text: itemText, list: thirdList.optional().meta({ description: 'A list in the item.' }) })
  .meta({ id: 'DocumentSecondItem', description: 'An item of the second level.' });
const secondList = z
  .strictObject({
    ordered,
    items: z.array(secondItem).min(1).max(itemsMax).meta({ description: 'Items of the list.' }),
  })
  .meta({ id: 'DocumentSecondList', description: 'A list of the second level.' });
const firstItem = z
  .strictObject({ text: itemText, list: secondList.optional().meta({ description: 'A list in the item.' }) })
  .meta({ id: 'DocumentItem', description: 'An item of a list.' });

export const listBlock = z
  .strictObject({
    type: z.literal('list').meta({ description: 'Type of the block: always `list`.' }),
    ordered,
    items: z.array(firstItem).min(1).max(itemsMax).meta({ description: 'Items, up to 100.' }),
  })
  .meta({ id: 'DocumentList', description: 'A list, with lists in its items up to three levels.' });
export type DocumentList = Pick<z.output<typeof listBlock>, 'ordered' | 'items'>;

/** One line of text without parts, as on a button. */
export const plainLabel = nonBlankLine().max(200);
