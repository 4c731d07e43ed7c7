import {
  compileContent,
  findBroadcastContent,
  renderContent,
  type ContentContact,
  type ContentRendering,
  type ContentSource,
  type RecipientLinks,
} from '@postrider/audiences';
import type { EmailContent } from '@postrider/contracts/emails';
import { AppError, invalidField, validationError } from '@postrider/contracts/errors';
import { isId } from '@postrider/contracts/ids';
import { addUtmParameters, normaliseAddress } from '@postrider/mail';
import { contentContactOf } from '../contacts/contact-request';
import type { ContactsRepository } from '../contacts/contacts.repository';
import type { BroadcastRow } from './broadcast-row';
import type { ContentChecks } from './check-content';
import { madeUpContact, madeUpLinks } from './made-up-contact';

/**
 * What a broadcast becomes for a contact, or for a made-up one; by default with made-up links.
 * @throws AppError `validation_error` naming `contact` or `variant`, `template_not_found`, `template_variables`, `invalid_subject`
 */
export type ShowContent = (
  row: BroadcastRow,
  shown: { readonly contact?: string | undefined; readonly variant?: number | undefined },
  links?: RecipientLinks,
) => Promise<ShownContent>;

type ShownContent = EmailContent & {
  /** Null: the broadcast has none. */
  readonly previewText: string | null;
};

export function createShowContent(
  options: ContentChecks & { readonly contacts: Pick<ContactsRepository, 'find'> },
): ShowContent {
  const { pool, renderer, contacts } = options;
  return async (row, { contact: named, variant }, links = madeUpLinks) => {
    const { organizationId } = row;
    const shownVariant = variantOf(row, variant);
    const contact = named === undefined ? null : await requireContact(contacts, organizationId, named);
    const source = await findBroadcastContent(pool, { organizationId, content: row }, shownVariant);
    if (source === null) throw new AppError('template_not_found');
    const render = async (shown: ContentSource): Promise<ContentRendering> => {
      const outcome = await compileContent(renderer, shown, { organizationId, hasEvent: false });
      if (outcome.state === 'busy') throw outcome.error;
      if (outcome.state === 'invalid') {
        throw validationError(outcome.problems);
      }
      const { content } = outcome;
      return renderContent(renderer, content, {
        ...{ contact: contact ?? madeUpContact(content), links, organizationId },
      });
    };
    const rendering = await render(source);
    if (rendering.state !== 'rendered') throw rendering.error;
    const { subject, html, text } = addUtmParameters(rendering, row.utm, Object.values(links));
    return { subject, html, text, previewText: await renderPreviewText(source, render) };
  };
}

/** By itself, as a subject is; what is blank for this contact is empty. */
async function renderPreviewText(
  source: ContentSource,
  render: (shown: ContentSource) => Promise<ContentRendering>,
): Promise<string | null> {
  const { previewText } = source;
  if (previewText === null) return null;
  const rendering = await render({
    ...source,
    subject: previewText,
    previewText: null,
    html: null,
    text: '',
  });
  if (rendering.state === 'rendered') return rendering.subject;
  if (rendering.state === 'invalid' && rendering.error.code === 'invalid_subject') return '';
  throw rendering.error;
}

function variantOf({ abTest }: BroadcastRow, variant: number | undefined): number | null {
  if (abTest === null) {
    if (variant === undefined) return null;
    throw invalidField('variant', 'the broadcast has no A/B test');
  }
  const { length } = abTest.variants;
  if (variant !== undefined && variant >= length)
    throw invalidField('variant', `must be at most ${length - 1}`);
  return variant ?? 0;
}

async function requireContact(
  contacts: Pick<ContactsRepository, 'find'>,
  organizationId: string,
  idOrEmail: string,
): Promise<ContentContact> {
  const named = isId(idOrEmail) ? { id: idOrEmail } : { emailKey: normaliseAddress(idOrEmail) };
  const found = await contacts.find({ organizationId, ...named });
  if (found === null) throw invalidField('contact', 'there is no such contact');
  return contentContactOf(found.contact);
}
