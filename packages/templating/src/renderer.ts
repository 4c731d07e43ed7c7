import { AppError, type FieldProblem } from '@postrider/contracts/errors';
import { createTimeShares, ThreadFailure, type ThreadPool } from '@postrider/runtime';
import { checkTemplate, type TemplateDraft } from './check-template';
import { compileTemplate, type CompiledTemplate, type TemplateSource } from './compile-template';
import { renderBriefly, type Rendering } from './render-template';
import type * as templatingTask from './templating.task';

type Data = Readonly<Record<string, unknown>>;

/** Who is charged for it, and what its call has taken already. */
export interface RenderedBy {
  readonly organizationId: string;
  readonly call: { spentMs: number };
}

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

/** No more than the send itself takes. */
const freeMs = 0.2;
/** A batch of a hundred digests of 500 rows. */
const callMsMax = 2_000;
/** So many seconds' worth for those who render seldom. */
const savedSeconds = 10;
/** Taken for what the attempt on the event loop did not finish, until a thread tells. */
const unfinishedMs = 10;
/** What took longer the last times goes to a thread at once. */
const onLoopMsMax = 2;
/** Sources up to here are read in a few milliseconds. */
const onLoopCharsMax = 10_000;
/** Rendering has a limit of its own, of a second of processor time; reading the largest source takes as long. */
const threadMsMax = 10_000;
const tooCostly = { path: 'html', message: 'takes too long, or too much memory' } as const;

export function createRenderer(options: {
  readonly threads: ThreadPool;
  /** Processor time that one organization may take, on average. */
  readonly msPerSecond: number;
}): Renderer {
  const meter = createRenderMeter(options);
  const threads = createRenderInThreads(options.threads);
  const costs = createCosts();

  const renderInThread = async (input: Parameters<typeof threads.render>[0], by: RenderedBy) => {
    const { result, cpuMs } = await threads.render(input, by.organizationId);
    meter.charge(cpuMs, by);
    return { result, cpuMs };
  };

  return {
    render: async ({ versionId, compiled }, data, by) => {
      const expectedMs = costs.of(compiled);
      if (expectedMs <= onLoopMsMax) {
        const overTime = expectedMs > freeMs ? meter.refusal(by) : null;
        if (overTime !== null) return overTime;
        const { rendering, tookMs } = renderBriefly(compiled, data);
        meter.charge(tookMs, by);
        if (rendering !== null) {
          costs.note(compiled, tookMs);
          return rendering;
        }
        costs.set(compiled, unfinishedMs);
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
      if (charsOf(source) <= onLoopCharsMax) {
        const { rendering, tookMs } = renderBriefly(compileTemplate(source), data);
        meter.charge(tookMs, by);
        if (rendering !== null) return rendering;
      }
      return (await renderInThread({ versionId: null, source, data }, by)).result;
    },
    check: async (draft, by) => {
      const overTime = meter.refusal(by);
      if (overTime !== null) return overTime;
      const isShort = charsOf(draft) <= onLoopCharsMax;
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
      if (tookMs <= freeMs && before === 0) return;
      const cost = before * 0.7 + tookMs * 0.3;
      if (cost > freeMs) known.set(template, cost);
      else known.delete(template);
    },
  };
}

function charsOf({ subject, html, text }: TemplateDraft): number {
  return (subject?.length ?? 0) + (html?.length ?? 0) + (text?.length ?? 0);
}

/** Processor time of calls and organizations. */
function createRenderMeter({ msPerSecond }: { readonly msPerSecond: number }) {
  const shares = createTimeShares({ msPerSecond, burstMs: msPerSecond * savedSeconds });
  return {
    charge: (tookMs: number, { organizationId, call }: RenderedBy): void => {
      if (tookMs <= freeMs) return;
      call.spentMs += tookMs;
      shares.charge(organizationId, tookMs);
    },
    /** `rate_limited` when the call, or the organization, has used up its time. */
    refusal: ({ organizationId, call }: RenderedBy): AppError | null => {
      if (call.spentMs > callMsMax)
        return overTime('The templates of this request take too long to render.', 1_000);
      const waitMs = shares.waitMs(organizationId);
      if (waitMs === 0) return null;
      return overTime('The templates of this organization have used up their rendering time.', waitMs);
    },
  };
}

function overTime(message: string, waitMs: number): AppError {
  return new AppError('rate_limited', message, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}

type TemplatingTask = typeof templatingTask;

/** What costly templates come to in a thread, and the processor time that it took; `service_unavailable` without one. */
function createRenderInThreads(threads: ThreadPool) {
  const work = { file: require.resolve('./templating.task'), timeLimitMs: threadMsMax } as const;
  const render = threads.work<TemplatingTask['render']>({ ...work, name: 'render' });
  const check = threads.work<TemplatingTask['check']>({ ...work, name: 'check' });
  return {
    render: (input: Parameters<TemplatingTask['render']>[0], organizationId: string) =>
      render(input, { organizationId }).catch(
        failedWith<Rendering>({ ok: false, reason: 'failed', ...tooCostly }),
      ),
    check: (draft: TemplateDraft, organizationId: string) =>
      check(draft, { organizationId }).catch(failedWith<FieldProblem[]>([tooCostly])),
  };
}

/** @param costly what it comes to when nothing is wrong with the threads, but the work cannot be done */
function failedWith<Result>(costly: Result) {
  return (error: unknown): { readonly result: Result | AppError; readonly cpuMs: number } => {
    if (!(error instanceof ThreadFailure)) throw error;
    if (error.isTooCostly) return { result: costly, cpuMs: threadMsMax };
    const message = 'Templates cannot be rendered at the moment.';
    const detail = { retryAfterSeconds: 2, cause: error };
    return { result: new AppError('service_unavailable', message, detail), cpuMs: 0 };
  };
}
