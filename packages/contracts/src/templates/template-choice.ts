import { z } from 'zod';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';

/** An id or a slug. Whether a template has it is asked later. */
export const templateName = lineOfText().min(1).max(64);

/** Fields by which a request chooses a published template; `requireOneName` goes with them. */
export function templateChoiceFields<Name extends z.ZodType<string>>({
  name,
  slugExample,
  versionMeaning,
}: {
  readonly name: Name;
  readonly slugExample: string;
  /** The version by default. */
  readonly versionMeaning: string;
}) {
  return {
    id: name
      .optional()
      .meta({ description: 'Id of the template. Use either this or `slug`.', examples: [sample.templateId] }),
    slug: name
      .optional()
      .meta({ description: 'Slug of the template. Use either this or `id`.', examples: [slugExample] }),
    version: z
      .union([z.int().min(1), z.literal('latest')], 'must be a version number or latest')
      .optional()
      .meta({
        description: `A published version. Default: \`latest\`, ${versionMeaning}`,
        examples: ['latest', 3],
      }),
  };
}

interface Names {
  readonly id?: string | undefined;
  readonly slug?: string | undefined;
}

/** Arguments of `refine`. */
export const requireOneName = [
  ({ id, slug }: Names): boolean => (id === undefined) !== (slug === undefined),
  'needs exactly one of id and slug',
] as const;
