import type { AppError, FieldProblem } from '@postrider/contracts';
import type { ThreadPool } from '@postrider/runtime';
import {
  checkTemplate,
  compileTemplate,
  renderBriefly,
  type CompiledTemplate,
  type Rendering,
  type TemplateDraft,
  type TemplateSource,
} from '@postrider/templating';
import { createRenderInThreads } from './render-in-threads';
import { createRenderMeter, FREE_MS, type RenderedBy } from './render-meter';

type Data = Readonly<Record<string, unknown>>;

/**
 * Renders for organizations, each within its share of processor time; what is costly runs in threads. The refusals are
 * `rate_limited` over a share, `service_unavailable` when no thread is to be had.
 */
export interface Renderer {
  /** @throws only what `admit` throws, which is asked before a thread is occupied */
  render(
    template: { readonly versionId: string; readonly compiled: CompiledTemplate },
    data: Data,
    by: RenderedBy & { readonly admit: () => Promise<unknown> },
  ): Promise<Rendering | AppError>;
  /** Of a source that has no problems and is not rendered again. */
  renderOnce(source: TemplateSource, data: Data, by: RenderedBy): Promise<Rendering | AppError>;
  /** Everything that keeps a draft from being published or rendered. */
  check(draft: TemplateDraft, by: RenderedBy): Promise<FieldProblem[] | AppError>;
}

/** Taken for what the attempt on the event loop did not finish, until a thread tells. */
const UNFINISHED_MS = 10;
/** What took longer the last times goes to a thread at once. */
const ON_LOOP_MS = 2;
/** Sources up to here are read in a few milliseconds. */
const CHARS_ON_LOOP = 10_000;

export function createRenderer(given: {
  readonly threads: ThreadPool;
  /** Processor time that one organization may take, on average. */
  readonly msPerSecond: number;
}): Renderer {
  const meter = createRenderMeter(given);
  const threads = createRenderInThreads(given.threads);
  const costs = createCosts();

  const renderInThread = async (input: Parameters<typeof threads.render>[0], by: RenderedBy) => {
    const { result, cpuMs } = await threads.render(input, by.organizationId);
    meter.charge(cpuMs, by);
    return { result, cpuMs };
  };

  return {
    render: async ({ versionId, compiled }, data, by) => {
      const expectedMs = costs.of(compiled);
      if (expectedMs <= ON_LOOP_MS) {
        const overTime = expectedMs > FREE_MS ? meter.refusal(by) : null;
        if (overTime !== null) return overTime;
        const { rendering, tookMs } = renderBriefly(compiled, data);
        meter.charge(tookMs, by);
        if (rendering !== null) {
          costs.note(compiled, tookMs);
          return rendering;
        }
        costs.set(compiled, UNFINISHED_MS);
      }
      const overTime = meter.refusal(by);
      if (overTime !== null) return overTime;
      await by.admit();
      const { result, cpuMs } = await renderInThread({ versionId, source: compiled.source, data }, by);
      costs.note(compiled, cpuMs);
      return result;
    },
    renderOnce: async (source, data, by) => {
      const overTime = meter.refusal(by);
      if (overTime !== null) return overTime;
      if (charsOf(source) <= CHARS_ON_LOOP) {
        const { rendering, tookMs } = renderBriefly(compileTemplate(source), data);
        meter.charge(tookMs, by);
        if (rendering !== null) return rendering;
      }
      return (await renderInThread({ versionId: null, source, data }, by)).result;
    },
    check: async (draft, by) => {
      const overTime = meter.refusal(by);
      if (overTime !== null) return overTime;
      const isShort = charsOf(draft) <= CHARS_ON_LOOP;
      const { result, cpuMs } = isShort ? checkHere(draft) : await threads.check(draft, by.organizationId);
      meter.charge(cpuMs, by);
      return result;
    },
  };
}

function checkHere(draft: TemplateDraft): { readonly result: FieldProblem[]; readonly cpuMs: number } {
  const startedCpu = process.threadCpuUsage();
  const result = checkTemplate(draft);
  const { user, system } = process.threadCpuUsage(startedCpu);
  return { result, cpuMs: (user + system) / 1_000 };
}

/** What templates took lately, in milliseconds. */
function createCosts() {
  // Without those that are free, which are almost all.
  const known = new WeakMap<CompiledTemplate, number>();
  return {
    of: (template: CompiledTemplate): number => known.get(template) ?? 0,
    set: (template: CompiledTemplate, ms: number) => known.set(template, ms),
    /** Once says little about the next time: data may be scarce, and a garbage collection came just then. */
    note: (template: CompiledTemplate, tookMs: number): void => {
      const before = known.get(template) ?? 0;
      if (tookMs <= FREE_MS && before === 0) return;
      const cost = before * 0.7 + tookMs * 0.3;
      if (cost > FREE_MS) known.set(template, cost);
      else known.delete(template);
    },
  };
}

function charsOf({ subject, html, text }: TemplateDraft): number {
  return (subject?.length ?? 0) + (html?.length ?? 0) + (text?.length ?? 0);
}
