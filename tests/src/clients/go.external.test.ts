import { missingProgram } from '@postrider/testkit';
import { runClientTests } from './run-client-tests';

const missing = missingProgram('go');

(missing === null ? test : test.skip)(
  'the Go client passes its tests, and its types are those of the API',
  async () => {
    const variables = { GOFLAGS: '-count=1', GOTOOLCHAIN: 'local' };
    const { exitCode, output } = await runClientTests('go', ['go', 'test', './...'], variables);
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^ok\s+postrider\s/m)]);
  },
);
