import { AppError, sendLimits, validationMessage, type SendEmailRequest } from '@postrider/contracts';

/** The kind: the field, else the value of the tag named `kind`, else null. */
export function resolveKind({ kind, tags }: Pick<SendEmailRequest, 'kind' | 'tags'>): string | null {
  if (kind !== undefined) return kind;
  if (tags === undefined) return null;
  const index = tags.findIndex((tag) => tag.name === 'kind');
  const value = tags[index]?.value ?? '';
  if (value.length > sendLimits.kindCharsMax) {
    const message = `a kind has at most ${sendLimits.kindCharsMax} characters`;
    throw new AppError('validation_error', validationMessage([{ path: `tags[${index}].value`, message }]));
  }
  return value === '' ? null : value;
}
