import { composeMessage, type OutgoingMessage } from '../composing/compose-message';
import { readEntity } from '../entities/mime-entity';
import { addLinks, type LegalSender, type LinkedMessage } from '../links/add-links';
import { createPublicLinks } from '../links/public-links';
import { elideAttachments } from './elide-attachments';

/** An email to show as a message: plain data, since it is passed to a thread. */
export interface SourceOrder {
  readonly message: LinkedMessage;
  /** Its headers and bodies as they were accepted. */
  readonly outgoing: Omit<OutgoingMessage, 'emailId' | 'entity' | 'attachments' | 'unsubscribeUrl'>;
  /** Base64 of an entity that is sent as it is. */
  readonly mime: string | null;
  /** Their content is not needed. */
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly contentId: string | null;
  }[];
  /** Named in the footer; null: there is no footer. */
  readonly sender: LegalSender | null;
  readonly linkBase: string;
  readonly linkSecret: Uint8Array;
}

/**
 * The RFC 5322 message of an email, without the content of attachments, and without what is added as it leaves: DKIM signatures and the
 * headers that bring complaints back.
 */
export function showSource(order: SourceOrder): string {
  const { message, outgoing, mime, attachments, sender, linkBase, linkSecret } = order;
  const body = { html: outgoing.html ?? null, text: outgoing.text ?? null };
  const links = createPublicLinks(Buffer.from(linkSecret));
  const linked =
    mime === null ? addLinks(message, { body, linkBase, links, sender }) : { ...body, unsubscribeUrl: null };
  const entity = mime === null ? null : readEntity(Buffer.from(mime, 'base64'));
  const octets = composeMessage({
    ...{ ...outgoing, ...linked, emailId: message.id },
    attachments: attachments.map((file) => ({ ...file, content: '' })),
    entity: entity?.ok ? entity.entity : undefined,
  });
  return elideAttachments(octets);
}
