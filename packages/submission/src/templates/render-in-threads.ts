import { AppError, type FieldProblem } from '@postrider/contracts';
import { ThreadFailure, type ThreadPool } from '@postrider/runtime';
import {
  templatingTask,
  type Rendering,
  type TemplateDraft,
  type TemplatingTask,
} from '@postrider/templating';

/** What costly templates come to in a thread, and the processor time that it took; `service_unavailable` without one. */
export interface RenderInThreads {
  render(
    given: Parameters<TemplatingTask['render']>[0],
    organizationId: string,
  ): Promise<{ readonly result: Rendering | AppError; readonly cpuMs: number }>;
  check(
    draft: TemplateDraft,
    organizationId: string,
  ): Promise<{ readonly result: FieldProblem[] | AppError; readonly cpuMs: number }>;
}

/** Rendering has a limit of its own, of 250 ms of processor time; reading the largest source takes as long. */
const TIME_LIMIT_MS = 10_000;
const tooCostly = { path: 'html', message: 'takes too long, or too much memory' } as const;

export function createRenderInThreads(threads: ThreadPool): RenderInThreads {
  const work = { file: templatingTask, timeLimitMs: TIME_LIMIT_MS } as const;
  const render = threads.work<TemplatingTask['render']>({ ...work, name: 'render' });
  const check = threads.work<TemplatingTask['check']>({ ...work, name: 'check' });
  return {
    render: (given, organizationId) =>
      render(given, { organizationId }).catch(
        failedWith<Rendering>({ ok: false, reason: 'failed', ...tooCostly }),
      ),
    check: (draft, organizationId) =>
      check(draft, { organizationId }).catch(failedWith<FieldProblem[]>([tooCostly])),
  };
}

/** @param costly what it comes to when nothing is wrong with the threads, but the work cannot be done */
function failedWith<Result>(costly: Result) {
  return (error: unknown): { readonly result: Result | AppError; readonly cpuMs: number } => {
    if (!(error instanceof ThreadFailure)) throw error;
    if (error.isTooCostly) return { result: costly, cpuMs: TIME_LIMIT_MS };
    const message = 'Templates cannot be rendered at the moment.';
    const detail = { retryAfterSeconds: 2, cause: error };
    return { result: new AppError('service_unavailable', message, detail), cpuMs: 0 };
  };
}
