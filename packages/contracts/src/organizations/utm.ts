import { z } from 'zod';
import { lineOfText } from '../fields/text';

export const utmValue = (description: string, example: string) =>
  lineOfText()
    .trim()
    .min(1, 'required')
    .max(200)
    .meta({ description, examples: [example] });

export const organizationUtm = z
  .object({
    source: utmValue('Value of `utm_source`, 1 to 200 characters.', 'acme'),
    medium: utmValue('Value of `utm_medium`, 1 to 200 characters.', 'email'),
    campaign: utmValue(
      'Value of `utm_campaign`, 1 to 200 characters. Default: made from the name of the broadcast, or the slug of the automation.',
      'newsletter',
    ).optional(),
  })
  .meta({
    id: 'OrganizationUtm',
    description: 'UTM parameters of broadcasts that set none, and of the emails of automations.',
  });
export type OrganizationUtm = z.output<typeof organizationUtm>;

const campaignCharsMax = 50;

/**
 * The parameters for a mail: the organization's, with a campaign of its own where that is left open.
 * @param name of what is sent: `May news` becomes `may-news`; a name without letters and digits stays as it is
 */
export function utmOf(
  defaults: OrganizationUtm | null,
  name: string,
): { readonly source: string; readonly medium: string; readonly campaign: string } | null {
  if (defaults === null) return null;
  const { source, medium, campaign = campaignOf(name) } = defaults;
  return { source, medium, campaign };
}

function campaignOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  if (words === null) return name;
  return [...words.join('-')].slice(0, campaignCharsMax).join('').replace(/-$/, '');
}
