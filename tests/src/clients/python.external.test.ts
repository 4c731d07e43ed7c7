import { missingProgram } from '@postrider/testkit';
import { runClientTests } from './run-client-tests';

const missing = missingProgram('python3');

(missing === null ? test : test.skip)(
  'the Python client passes its tests, and its types are those of the API',
  async () => {
    const variables = { PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' };
    const { exitCode, output } = await runClientTests('python', ['python3', '-m', 'unittest'], variables);
    expect([exitCode, output]).toEqual([0, expect.stringMatching(/Ran \d\d tests/)]);
  },
);
