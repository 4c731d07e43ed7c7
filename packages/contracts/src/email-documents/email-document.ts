import { z } from 'zod';
import { lineOfText } from '../fields/text';
import { documentLink, imageUrl } from './document-link';
import {
  align,
  documentColor,
  documentText,
  headingBlock,
  listBlock,
  paragraphBlock,
  plainLabel,
  quoteBlock,
} from './document-text';

export const documentLimits = {
  blocksMax: 200,
  columnBlocksMax: 50,
  /** Values of the JSON: of a long newsletter there are a tenth of these. */
  valuesMax: 20_000,
  bytesMax: 300_000,
} as const;

const alignMeta = { description: 'Alignment. Default: the beginning of the line.' };

const imageBlock = z
  .strictObject({
    type: z.literal('image').meta({ description: 'Type of the block: always `image`.' }),
    src: imageUrl().meta({
      description: 'HTTPS URL of the image.',
      examples: ['https://acme.example/may.png'],
    }),
    alt: lineOfText()
      .max(500)
      .meta({
        description: 'Text for readers who do not see the image. Empty: the image is decoration.',
        examples: ['A red teapot'],
      }),
    width: z
      .int()
      .min(16)
      .max(600)
      .optional()
      .meta({ description: 'Width in pixels, 16 to 600. Default: the full width.', examples: [320] }),
    align: align.optional().meta(alignMeta),
    link: documentLink()
      .optional()
      .meta({ description: 'Where the image links to.', examples: ['https://acme.example/teapots'] }),
  })
  .meta({ id: 'DocumentImage', description: 'An image.' });

const buttonBlock = z
  .strictObject({
    type: z.literal('button').meta({ description: 'Type of the block: always `button`.' }),
    label: plainLabel.meta({ description: 'Label, up to 200 characters.', examples: ['See the teapots'] }),
    link: documentLink().meta({
      description: 'Where the button links to.',
      examples: ['https://acme.example/teapots'],
    }),
    align: align.optional().meta(alignMeta),
    color: documentColor.optional().meta({
      description: 'Background color, as `#rrggbb`. Default: `accent_color` of the document.',
      examples: ['#0f766e'],
    }),
  })
  .meta({ id: 'DocumentButton', description: 'A button.' });

const dividerBlock = z
  .strictObject({ type: z.literal('divider').meta({ description: 'Type of the block: always `divider`.' }) })
  .meta({ id: 'DocumentDivider', description: 'A horizontal line.' });

const spacerBlock = z
  .strictObject({
    type: z.literal('spacer').meta({ description: 'Type of the block: always `spacer`.' }),
    height: z
      .int()
      .min(4)
      .max(120)
      .meta({ description: 'Height in pixels, 4 to 120.', examples: [24] }),
  })
  .meta({ id: 'DocumentSpacer', description: 'Empty space.' });

const logoBlock = z
  .strictObject({
    type: z.literal('logo').meta({ description: 'Type of the block: always `logo`.' }),
    align: align.optional().meta(alignMeta),
  })
  .meta({
    id: 'DocumentLogo',
    description: 'The logo of the organization, or its name if it has none.',
  });

export const socialServices = [
  ...(['facebook', 'instagram', 'linkedin', 'youtube', 'tiktok', 'x', 'bluesky', 'mastodon'] as const),
  ...(['github', 'website'] as const),
];

const socialBlock = z
  .strictObject({
    type: z.literal('social').meta({ description: 'Type of the block: always `social`.' }),
    align: align.optional().meta(alignMeta),
    links: z
      .array(
        z
          .strictObject({
            service: z.enum(socialServices).meta({ description: 'Service of the profile.' }),
            link: documentLink().meta({
              description: 'Address of the profile.',
              examples: ['https://social.example/@acme'],
            }),
          })
          .meta({ id: 'DocumentSocialLink', description: 'A profile.' }),
      )
      .min(1)
      .max(socialServices.length)
      .meta({ description: 'Profiles, in their order.' }),
  })
  .meta({ id: 'DocumentSocial', description: 'Links to profiles, by the names of their services.' });

const footerBlock = z
  .strictObject({
    type: z.literal('footer').meta({ description: 'Type of the block: always `footer`.' }),
    text: documentText.optional().meta({ description: 'Text, in parts of one style each.' }),
    unsubscribe: z.boolean().optional().meta({
      description:
        'Whether it links to unsubscribing, to preferences and to the email in a browser. Only in broadcasts and automations. Default: false.',
    }),
  })
  .meta({
    id: 'DocumentFooter',
    description:
      'Small text at the end. Name and postal address of the organization follow it in every bulk email.',
  });

const columnBlock = z.discriminatedUnion('type', [
  ...[paragraphBlock, headingBlock, quoteBlock, listBlock, imageBlock],
  ...[buttonBlock, dividerBlock, spacerBlock, socialBlock],
] as const);

const columnsBlock = z
  .strictObject({
    type: z.literal('columns').meta({ description: 'Type of the block: always `columns`.' }),
    columns: z
      .array(
        z
          .strictObject({
            blocks: z
              .array(columnBlock)
              .max(documentLimits.columnBlocksMax)
              .meta({ description: 'Blocks, up to 50. Columns, logo and footer are not among them.' }),
          })
          .meta({ id: 'DocumentColumn', description: 'A column.' }),
      )
      .min(2)
      .max(3)
      .meta({ description: 'Two or three columns of the same width.' }),
  })
  .meta({ id: 'DocumentColumns', description: 'Columns. On phones they stand below each other.' });

const block = z.discriminatedUnion('type', [
  ...[paragraphBlock, headingBlock, quoteBlock, listBlock, imageBlock],
  ...[buttonBlock, dividerBlock, spacerBlock, socialBlock],
  ...[logoBlock, footerBlock, columnsBlock],
] as const);

export const documentBlocks = z.array(block);

/** Content of an email that is written without HTML. Strict: what the renderer does not know is refused, never lost. */
export const emailDocument = z
  .strictObject({
    version: z.literal(1).meta({ description: 'Version of the format: always 1.' }),
    language: z
      .string()
      .max(35)
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as en or pt-BR')
      .optional()
      .meta({ description: 'Language of the text, as a BCP 47 tag. Default: `en`.', examples: ['en'] }),
    direction: z
      .enum(['ltr', 'rtl'])
      .optional()
      .meta({ description: 'Direction of the text: `ltr` or `rtl`. Default: `ltr`.' }),
    accent_color: documentColor.optional().meta({
      description: 'Color of buttons and links, as `#rrggbb`. Default: `brand_color` of the organization.',
      examples: ['#0f766e'],
    }),
    background_color: documentColor.optional().meta({
      description: 'Color around the content, as `#rrggbb`. Default: light gray.',
      examples: ['#f4f5f7'],
    }),
    blocks: z
      .array(block)
      .max(documentLimits.blocksMax, `must have at most ${documentLimits.blocksMax} items`)
      .meta({ description: `Blocks from top to bottom, up to ${documentLimits.blocksMax}.` }),
  })
  .meta({
    id: 'EmailDocument',
    description: 'Content of an email in blocks, from which HTML and text are rendered.',
    examples: [
      {
        version: 1,
        blocks: [
          {
            type: 'paragraph',
            text: [
              { type: 'text', text: 'Hello ' },
              { type: 'variable', name: 'contact.first_name', fallback: 'there' },
            ],
          },
          { type: 'button', label: 'See the teapots', link: 'https://acme.example/teapots' },
        ],
      },
    ],
  });
export type EmailDocument = z.output<typeof emailDocument>;
export type DocumentBlock = EmailDocument['blocks'][number];
type OfType<Type extends DocumentBlock['type']> = Extract<DocumentBlock, { type: Type }>;
export type DocumentButton = OfType<'button'>;
export type DocumentColumns = OfType<'columns'>;
export type DocumentFooter = OfType<'footer'>;
export type DocumentImage = OfType<'image'>;
export type DocumentSocial = OfType<'social'>;

/** A document of a request. */
export const requestedDocument = ofLimitedSize(emailDocument);

/** Blocks of a request that are no email. */
export function requestedBlocks(blocksMax: number): typeof documentBlocks {
  return ofLimitedSize(
    documentBlocks.min(1, 'required').max(blocksMax, `must have at most ${blocksMax} items`),
  );
}

/** The size is looked at first, since each fault of a huge value would cost a message. */
function ofLimitedSize<Schema extends z.ZodType>(schema: Schema): Schema {
  return z.preprocess((value, context) => {
    const message = sizeProblem(value);
    if (message === null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }, schema) as unknown as Schema;
}

/** Deeper than any document: columns, a list of three levels, a part. */
const depthMax = 20;

function sizeProblem(document: unknown): string | null {
  const { valuesMax, bytesMax } = documentLimits;
  let values = 0;
  const isTooLarge = (value: unknown, depth: number): boolean => {
    values += 1;
    if (values > valuesMax || depth > depthMax) return true;
    if (typeof value !== 'object' || value === null) return false;
    return Object.values(value).some((inner) => isTooLarge(inner, depth + 1));
  };
  if (isTooLarge(document, 0)) {
    return `must have at most ${valuesMax.toLocaleString('en-US')} values, nested at most ${depthMax} deep`;
  }
  // Only what a body cannot be has no JSON.
  const bytes = Buffer.byteLength(JSON.stringify(document) ?? '');
  return bytes <= bytesMax ? null : `must have at most ${bytesMax.toLocaleString('en-US')} bytes as JSON`;
}

/** Check of a request that has `document`, and `html` and `text`, which are rendered from it. */
export function refuseOtherContent({
  value,
  issues,
}: {
  readonly value: { readonly [Field in 'document' | 'html' | 'text']?: unknown };
  readonly issues: z.core.$ZodRawIssue[];
}): void {
  if ((value.document ?? null) === null) return;
  for (const field of ['html', 'text'] as const) {
    if ((value[field] ?? null) === null) continue;
    issues.push({ code: 'custom', path: [field], message: 'cannot be combined with document', input: value });
  }
}
