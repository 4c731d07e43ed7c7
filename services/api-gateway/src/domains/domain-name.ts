import { AppError } from '@postrider/contracts';
import { isPublicSuffix, toAsciiDomain } from '@postrider/mail';

/** Room for the longest name below it that we ask for: a label of 63 characters and its dot, of 253 in all. */
const NAME_CHARS_MAX = 189;

/**
 * The name of a new sending domain, as it is stored.
 * @throws AppError `validation_error`
 */
export function readDomainName(text: string, platformHost: string): string {
  const name = toAsciiDomain(text.trim());
  const refuse = (problem: string): AppError => new AppError('validation_error', `name: ${problem}`);
  if (name === null) throw refuse('not a domain name');
  if (name.length > NAME_CHARS_MAX) throw refuse(`must be at most ${NAME_CHARS_MAX} characters`);
  if (name === platformHost || name.endsWith(`.${platformHost}`)) {
    throw refuse('belongs to the platform itself');
  }
  if (isPublicSuffix(name)) throw refuse('is a public suffix, under which others register their domains');
  return name;
}
