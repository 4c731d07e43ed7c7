import type { FieldProblem } from '@postrider/contracts/errors';
import { checkTemplate, type TemplateDraft } from './check-template';
import { compileTemplate, type TemplateSource } from './compile-template';
import { createCompiledTemplates } from './compiled-templates';
import { renderTemplate, type Rendering } from './render-template';

/** With the processor time that it took. */
interface Outcome<Result> {
  readonly result: Result;
  readonly cpuMs: number;
}

/** Of each thread: some 20 MB when full. */
const compiled = createCompiledTemplates({ charsMax: 2_000_000 });

/** Null as version: a draft, which is not kept. */
export function render(options: {
  readonly versionId: string | null;
  readonly source: TemplateSource;
  readonly data: Readonly<Record<string, unknown>>;
}): Outcome<Rendering> {
  const { versionId, source, data } = options;
  const startedCpu = process.threadCpuUsage();
  const template =
    versionId === null
      ? compileTemplate(source)
      : (compiled.get(versionId) ?? compiled.add(versionId, source));
  const result = renderTemplate(template, data);
  return { result, cpuMs: cpuMsSince(startedCpu) };
}

export function check(draft: TemplateDraft): Outcome<FieldProblem[]> {
  const startedCpu = process.threadCpuUsage();
  return { result: checkTemplate(draft), cpuMs: cpuMsSince(startedCpu) };
}

function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1_000;
}
