import { AppError, validationMessage, type FieldProblem } from '@postrider/contracts';
import { headerFault, isDroppedHeader, isReservedHeader } from '@postrider/mail';

const faults: Readonly<Record<NonNullable<ReturnType<typeof headerFault>>, string>> = {
  bad_name: 'names are A-Z a-z 0-9 -',
  name_too_long: 'the name is too long',
  value_too_long: 'the value is too long',
  line_break: 'must not contain line breaks',
  control_character: 'must not contain control characters',
};

/**
 * The extra headers that go out; null when none do. The platform's own unsubscribe headers win over given ones.
 * @throws AppError `reserved_header`, `validation_error`
 */
export function checkHeaders(headers: Record<string, string> | undefined): Record<string, string> | null {
  if (headers === undefined) return null;
  const problems: FieldProblem[] = [];
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (isReservedHeader(name))
      throw new AppError('reserved_header', `${name} is set by the platform: leave it out.`);
    if (isDroppedHeader(name)) continue;
    const fault = headerFault(name, value);
    if (fault === null) kept[name] = value;
    else problems.push({ path: `headers.${name}`, message: faults[fault] });
  }
  if (problems.length > 0) throw new AppError('validation_error', validationMessage(problems));
  return Object.keys(kept).length === 0 ? null : kept;
}
