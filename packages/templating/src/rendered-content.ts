import { emailContent, sendLimits, type EmailContent } from '@postrider/contracts/emails';
import {
  AppError,
  checkInput,
  quotable,
  validationError,
  validationMessage,
} from '@postrider/contracts/errors';
import type { Rendering } from './render-template';
import type { VariableFaults } from './variables/fill-variables';

/**
 * What a template became, by the rules of any subject and body.
 * @returns otherwise AppError `template_variables`, `invalid_subject`, `validation_error`, or a refusal to render
 */
export function renderedContent(outcome: Rendering | AppError): EmailContent | AppError {
  if (outcome instanceof AppError) return outcome;
  return outcome.ok ? checkRendered(outcome) : renderingError(outcome);
}

/** Why a rendering failed, for the sender of the data. */
function renderingError(failure: Extract<Rendering, { ok: false }>): AppError {
  switch (failure.reason) {
    case 'variables':
      return new AppError('template_variables', faultsMessage(failure.problems));
    case 'failed':
      return new AppError('template_variables', validationMessage([failure]), { fields: [failure] });
    case 'invalid':
      if (failure.path === 'subject') return new AppError('invalid_subject');
      return validationError([
        { ...failure, path: failure.path === 'data' ? 'template.data' : failure.path },
      ]);
  }
}

function checkRendered({ subject, html, text }: EmailContent): EmailContent | AppError {
  if (subject.trim() === '') return new AppError('invalid_subject', 'The rendered subject is empty.');
  if (subject.length > sendLimits.subjectCharsMax) {
    return new AppError(
      'invalid_subject',
      `The rendered subject has more than ${sendLimits.subjectCharsMax} characters.`,
    );
  }
  if (/[\r\n]/.test(subject)) return new AppError('invalid_subject', 'The rendered subject has line breaks.');
  const read = checkInput(emailContent, { subject, html, text });
  if (read.ok) return read.value;
  return validationError(read.problems);
}

const namedMax = 20;

/** `missing: order.id; unknown: ordre; mistyped: order.total (number)` */
function faultsMessage({ missing, unknown, mistyped }: VariableFaults): string {
  const lists = [
    ['missing', missing],
    ['unknown', unknown],
    ['mistyped', mistyped.map(({ key, expected }) => `${key} (must be ${expected})`)],
  ] as const;
  return lists
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${listed(names)}`)
    .join('; ');
}

/** Names of unknown variables are the sender's: on one line, and of bounded length. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, namedMax).map(quotable);
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
