import type { Logger } from '@postrider/runtime';
import type { AdmissionControl } from '@postrider/admission';
import type { Authenticate } from '../auth/authenticate';
import { StaleIdentity } from './admission';
import { checkRequest } from './check-request';
import { errorReply } from './error-reply';
import type { Exchange } from './exchange';
import type { ReceiveBody, ReceivedBody } from './receive-body';
import type { RequestReporter } from './report-request';
import type { Reply, Route } from './route';
import { sendReply } from './send-reply';
import { createVisitor, type Visitor } from './visitor';

export interface PipelineParts {
  readonly authenticate: Authenticate;
  readonly admissionControl: AdmissionControl;
  readonly receiveBody: ReceiveBody;
  readonly report: RequestReporter;
  readonly log: Logger;
}

/** Answers a request to a route; never rejects. */
export type Serve = (route: Route, exchange: Exchange) => Promise<void>;

/**
 * What happens to every request, whichever way it came in: authentication, body, admission, permission, validation,
 * handler, answer.
 */
export function createPipeline(parts: PipelineParts): Serve {
  const { authenticate, admissionControl, receiveBody, report, log } = parts;

  return async (route, exchange) => {
    let visitor: Visitor | undefined;
    let reply: Reply;
    let errorCode: string | null = null;
    try {
      const caller = authenticate(exchange.request);
      visitor = createVisitor(admissionControl, caller, await caller.identify());
      const body = await receiveBody(route, exchange, visitor);
      reply = await answer(route, exchange, { visitor, body });
    } catch (error) {
      const refusal = errorReply(error, log, exchange.requestId);
      errorCode = refusal.code;
      reply = refusal;
    }
    const responseBytes = sendReply(exchange, reply, visitor?.admission.rate() ?? null);
    const principal = visitor?.identity().principal ?? null;
    report(exchange, reply, { principal, errorCode, responseBytes });
  };
}

function answer(
  route: Route,
  exchange: Exchange,
  { visitor, body }: { readonly visitor: Visitor; readonly body: ReceivedBody },
): Promise<Reply> {
  const { admission } = visitor;
  return visitor.upToDate(async () => {
    if (route.admission !== 'handler') await admission.check();
    try {
      const { principal } = visitor.identity();
      return await route.handle(checkRequest(route, exchange, { principal, admission, body }));
    } catch (error) {
      // Whatever else is wrong with it, a request over its rate is told that.
      if (!(error instanceof StaleIdentity)) await admission.check();
      throw error;
    }
  });
}
