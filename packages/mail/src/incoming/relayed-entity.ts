import { entityOfMessage, readEntity } from '../entities/mime-entity';
import type { MimePart } from '../parsing/parse-mime';

/**
 * The entity of a mail that text, HTML and files cannot express; null when they can, or when it cannot travel as it is.
 * @param isAltered something is to be written into the mail; what is signed or encrypted stays whole even so, and the API
 *   says that both together cannot be
 */
export function relayedEntity(
  raw: Buffer,
  { root, isAltered }: { readonly root: MimePart; readonly isAltered: boolean },
): Buffer | null {
  if (isExpressible(root) || (isAltered && !isSealed(root))) return null;
  const entity = entityOfMessage(raw);
  return readEntity(entity).ok ? entity : null;
}

const sealedType = /^(?:multipart\/(?:signed|encrypted)|application\/(?:x-)?pkcs7-mime)$/;

/** Signed or encrypted: every octet counts, or no other program can read it. */
function isSealed(part: MimePart): boolean {
  return sealedType.test(typeOf(part)) || part.childNodes.some(isSealed);
}

/** Whether html, text and attachments say the same. */
export function isExpressible(part: MimePart): boolean {
  const type = typeOf(part);
  const { childNodes: children } = part;
  switch (type) {
    case 'multipart/mixed':
      return children.every(isExpressible);
    case 'multipart/alternative':
      return children.every((child) => isAlternative(child) && isExpressible(child));
    case 'multipart/related':
      return children.every(
        (child, i) => (i === 0 ? isAlternative(child) : !isMultipart(child)) && isExpressible(child),
      );
    default:
      if (isMultipart(part) || sealedType.test(type)) return false;
      // An attached message of 8bit must not be encoded (RFC 2046 §5.2.1), and text of other kinds has no field.
      return !type.startsWith('message/') && (part.depth > 0 || !isOtherText(type));
  }
}

function isAlternative(part: MimePart): boolean {
  const type = typeOf(part);
  return isMultipart(part) || type === 'text/plain' || type === 'text/html';
}

function isOtherText(type: string): boolean {
  return type.startsWith('text/') && type !== 'text/plain' && type !== 'text/html';
}

function isMultipart(part: MimePart): boolean {
  return typeOf(part).startsWith('multipart/');
}

function typeOf({ contentType }: MimePart): string {
  return contentType.parsed.value;
}
