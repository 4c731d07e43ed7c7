import { lineOfText } from '../fields/text';

const namePattern = String.raw`[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*){0,7}`;

/** `contact.first_name`: what the template language reads as one path. */
export const variableName = new RegExp(`^${namePattern}$`);

/** Variables inside a link. */
export const linkVariables = new RegExp(String.raw`\{\{\s*(${namePattern})\s*\}\}`, 'g');

const oneVariable = new RegExp(String.raw`^\{\{\s*(${namePattern})\s*\}\}$`);
/** Where a variable may begin: behind the host, so that no value chooses where a link leads. */
const beforeVariable = /^(?:https?:\/\/[^/?#{}]+[/?#]|mailto:[^{}?]+\?|tel:)/i;
const schemes = ['https:', 'http:', 'mailto:', 'tel:'];

/** A web address, `mailto:` or `tel:`, with variables behind the host; or one variable that the sender sets. */
export function documentLink() {
  return lineOfText()
    .min(1, { error: 'required', abort: true })
    .max(2_000)
    .superRefine((link, context) => {
      const message = linkProblem(link);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });
}

/** A development stack serves images without TLS. */
export const loopbackUrl = /^http:\/\/(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d{1,5})?\/[^\s@]*$/;

/** An address of an image that any mail client can load. */
export function imageUrl() {
  return lineOfText()
    .min(1, { error: 'required', abort: true })
    .max(2_000)
    .refine((address) => {
      const url = /[\s{}"<>]/.test(address) ? null : URL.parse(address);
      if (url !== null && loopbackUrl.test(address)) return true;
      return url?.protocol === 'https:' && url.username === '' && url.password === '';
    }, 'must be an https URL without a user name or password');
}

function linkProblem(link: string): string | null {
  const only = oneVariable.exec(link)?.[1];
  if (only !== undefined) {
    // Contacts type their names into signup forms, and one could be `javascript:…`.
    return only.startsWith('contact.') ? 'must not be a variable of the contact' : null;
  }
  const first = link.search(linkVariables);
  if (first !== -1 && !beforeVariable.test(link.slice(0, first))) {
    return 'can have variables only after the host';
  }
  const plain = link.replace(linkVariables, 'x');
  if (/[\s{}"<>]/.test(plain)) return 'must not contain spaces, quotes, braces or angle brackets';
  const url = URL.parse(plain);
  if (url === null || !schemes.includes(url.protocol)) {
    return 'must begin with https://, http://, mailto: or tel:';
  }
  return url.username === '' && url.password === '' ? null : 'must not contain a user name or password';
}
