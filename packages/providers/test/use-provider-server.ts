import { createHttpClient, type HttpClient } from '@postrider/http-client';
import { startProviderServer, type ProviderAnswer, type ProviderServer } from '@postrider/testkit';

interface ProviderSetUp {
  server: ProviderServer;
  /** May call the server on this machine. */
  http: HttpClient;
}

/** A provider's API for the tests of a file; before each test it answers as given. Its members are there once tests run. */
export function useProviderServer(answer: () => ProviderAnswer): ProviderSetUp {
  const setUp = {} as ProviderSetUp;
  beforeAll(async () => {
    setUp.server = await startProviderServer(answer);
    setUp.http = createHttpClient({
      resolve: () => Promise.resolve(['127.0.0.1']),
      isPermitted: () => true,
      connectTimeoutMs: 1_000,
      connectionsPerOriginMax: 5,
    });
  });
  beforeEach(() => setUp.server.behave(answer));
  afterAll(async () => {
    await setUp.http.close();
    await setUp.server.close();
  });
  return setUp;
}
