import type { Authenticate } from '../auth/authenticate';
import type { Refuse } from '../http/api-routes';
import type { AnswerRequest } from '../http/pipeline';
import type { TableRoute } from '../http/route-table';
import { createAnswerSession } from './answer-session';
import { createAuthenticateSession, createRequireSession } from './authenticate-session';
import type { ConsoleRoute } from './console-route';
import { createConsoleTools, type ConsoleFeatureOptions } from './console-tools';
import { createCountOpenRequest } from './open-requests';
import { providerSignInTable } from './provider-sign-in';
import { createCountUserRequest } from './user-requests';

export const consolePrefix = '/console/api/v1';

export interface ConsoleFeature {
  /** For the public API's routes below `/console/api/v1`. */
  readonly authenticate: Authenticate;
  /** For the console's own endpoints. */
  readonly answer: AnswerRequest<ConsoleRoute>;
  /** Pages of signing in with a provider. */
  redirects(refuse: Refuse): TableRoute[];
  /** Deletes what has expired. */
  sweep(): Promise<void>;
  endStreams(): Promise<void>;
  close(): Promise<void>;
}

export function createConsoleFeature(options: ConsoleFeatureOptions): ConsoleFeature {
  const { settings, clock } = options;
  const tools = createConsoleTools(options);
  const { sessions, challenges, throttle, streams, providers } = tools;
  const requireSession = createRequireSession(tools);
  const countOpenRequest = createCountOpenRequest(clock);
  const shared = { ...tools, requireSession, countOpenRequest };
  const { operatorsNeedSecondFactor } = settings;
  return {
    authenticate: createAuthenticateSession(shared),
    answer: createAnswerSession(
      { ...shared, countUserRequest: createCountUserRequest(clock), operatorsNeedSecondFactor },
      tools,
    ),
    redirects: (refuse) => providerSignInTable(shared, refuse),
    sweep: async () => {
      await sessions.sweep();
      await challenges.sweep();
      await throttle.sweep();
    },
    endStreams: () => streams.close(),
    close: () => providers.close(),
  };
}
