import { Context, toValueSync, type Emitter } from 'liquidjs';
import { engines } from './create-engine';
import type { ParsedField } from './parse-field';

/** What the field would become is longer than any email may be. */
export class OutputLimitError extends Error {
  override readonly name = 'OutputLimitError';
}

export interface FieldWork {
  /** Variables; nothing else can be read. */
  readonly scope: object;
  readonly budget: Context['renderLimit'];
  readonly outputCharsMax: number;
}

/** @throws LiquidError, with the cause as its `originalError` */
export function renderField({ engine, templates }: ParsedField, work: FieldWork): string {
  const liquid = engines[engine];
  const { scope, budget, outputCharsMax } = work;
  const limiters = { memoryLimit: budget, renderLimit: budget, liquid };
  const context = new Context(scope, liquid.options, { sync: true, globals: {} }, limiters);
  const emitter = createEmitter(outputCharsMax);
  toValueSync(liquid.renderer.renderTemplates(templates, context, emitter));
  return emitter.buffer;
}

/** Stops as soon as the output is too long, rather than after it has been made. */
function createEmitter(charsMax: number): Emitter {
  const emitter: Emitter = {
    buffer: '',
    write: (text: string) => {
      emitter.buffer += text;
      if (emitter.buffer.length > charsMax) throw new OutputLimitError('the output is too long');
    },
  };
  return emitter;
}
