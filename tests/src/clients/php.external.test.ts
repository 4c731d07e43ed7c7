import { missingProgram } from '@postrider/testkit';
import { runClientTests } from './run-client-tests';

const missing = missingProgram('php');

(missing === null ? test : test.skip)(
  'the PHP client passes its tests, and its types are those of the API',
  async () => {
    const { exitCode, output } = await runClientTests('php', ['php', 'tests/run.php']);
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/^\d{3} passed, 0 failed$/m)]);
  },
);
