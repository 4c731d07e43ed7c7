/** One broken rule: where (`to[2]`, `metadata.order`) and what. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

interface IssueLike {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** zod issues as field problems; the path of the body itself is `body`. */
export function fieldProblems(issues: readonly IssueLike[]): FieldProblem[] {
  return issues.map(({ path, message }) => ({
    path: pathText(path),
    // zod calls what is not there a value of the wrong type.
    message: message.endsWith(', received undefined') ? 'required' : message,
  }));
}

/** One line naming each bad field, as `validation_error` answers it. At most 20 are named. */
export function validationMessage(problems: readonly FieldProblem[]): string {
  const named = problems.slice(0, 20).map((problem) => `${problem.path}: ${problem.message}`);
  const rest = problems.length - named.length;
  return named.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

function pathText(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text === '' ? 'body' : text;
}
