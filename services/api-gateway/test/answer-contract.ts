import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { OpenApiDocument } from '../src/openapi/document';

export interface ContractedAnswer {
  readonly method: string;
  /** Below `/api/v1`, without the query string. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

/** Holds real answers against the document. @returns what is wrong; empty when the answer keeps the contract */
export type AnswerContract = (answer: ContractedAnswer) => string[];

export function createAnswerContract(document: OpenApiDocument): AnswerContract {
  // That the document itself is valid is tested once, not in each file that calls the gateway.
  const isTrusted = { validateSchema: false, meta: false };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, ...isTrusted });
  ajv.addSchema(document, 'openapi');
  const templates = Object.keys(document.paths ?? {}).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (reference: string): ValidateFunction => {
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference });
    compiled.set(reference, validate);
    return validate;
  };

  return ({ method, path, status, contentType, body }) => {
    const found =
      templates.find(({ template }) => template === path) ??
      templates.find(({ pattern }) => pattern.test(path));
    if (found === undefined) return [`${path} is not in the document`];
    const documented = ['paths', found.template, method.toLowerCase(), 'responses', String(status)];
    const { $ref: reference } = (at(document, documented) ?? {}) as { $ref?: string };
    const steps = reference?.split('/').slice(1) ?? documented;
    const response = at(document, steps);
    if (response === undefined) return [`${method} ${found.template} does not document status ${status}`];
    if (at(response, ['content']) === undefined) return contentType === null ? [] : ['has a body'];
    const mediaType = contentType?.split(';')[0] ?? 'none';
    const content = [...steps, 'content', mediaType, 'schema'];
    if (at(document, content) === undefined) return [`does not document ${mediaType}`];
    const validate = validatorOf(`openapi#/${content.map(pointerStep).join('/')}`);
    validate(body);
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  };
}

function at(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (inner, step) => (inner as Record<string, unknown> | undefined)?.[step],
    value,
  );
}

/** RFC 6901, and percent-encoded, since it is part of a URI fragment. */
function pointerStep(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
