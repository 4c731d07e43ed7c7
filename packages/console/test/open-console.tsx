// First: the client of the console keeps what it finds.
import { serveApi, type Answers, type ApiRequest } from './api';
import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, configure, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { App, createQueryClient } from '../src/app';
import type { Session } from '../src/api/types';
import { stopStreams } from './event-source';

export const organizationId = '01a1f3c0-7d2e-7000-8000-000000000001';

export const session: Session = {
  object: 'session',
  id: '01a1f3c0-7d2e-7000-8000-000000000002',
  user: {
    id: '01a1f3c0-7d2e-7000-8000-000000000003',
    ...{ email: 'ada@example.com', name: 'Ada', is_operator: true, has_second_factor: true },
  },
  organizations: [
    {
      ...{ membership_id: 'm1', organization_id: organizationId, slug: 'acme', name: 'Acme' },
      ...{ kind: 'internal', role: 'owner', domain_ids: null, rights: { export: true, content: true } },
    },
  ],
  ...{ second_factor: true, operator_access: true, recently_authenticated_until: null },
  ...{ created_at: '2026-11-01T10:00:00.000Z', expires_at: '2026-12-01T10:00:00.000Z' },
};

/** What each page asks for. */
const common: Answers = {
  'GET /session': session,
  'GET /organization': { under_review: false, sending_paused_at: null, sending_paused_reason: null },
};

configure({
  // A busy machine takes seconds.
  asyncUtilTimeout: 20_000,
  // Whether an element is hidden costs a second of each test: jsdom computes the styles of all elements around.
  defaultHidden: true,
  // Without the whole document.
  getElementError: (message) => new Error(message?.slice(0, 300) ?? 'not found'),
});

export interface OpenConsole {
  readonly user: UserEvent;
  /** All requests so far. */
  readonly requests: readonly ApiRequest[];
  /** How often this was asked for: `GET /path`. */
  readonly count: (request: string) => number;
  /** Reads again all that is shown, as the interval of a page does. */
  readonly refresh: () => Promise<void>;
}

/** Opens a page of the console as a browser does. `answers` may be changed meanwhile. */
export function openConsole(address: string, answers: Answers): OpenConsole {
  window.history.replaceState(null, '', `/console${address}`);
  const requests = serveApi(
    new Proxy(answers, { get: (own, name: string) => (name in own ? own[name] : common[name]) }),
  );
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  render(<App queryClient={queryClient} />);
  return {
    user: userEvent.setup(),
    requests,
    count: (request) => requests.filter(({ method, path }) => `${method} ${path}` === request).length,
    refresh: () =>
      act(async () => {
        await queryClient.refetchQueries({ type: 'active' });
        // Results are shown in the next turn of the event loop.
        await new Promise((resolve) => setTimeout(resolve));
      }),
  };
}

afterEach(() => {
  cleanup();
  stopStreams();
  onlineManager.setOnline(true);
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
});
