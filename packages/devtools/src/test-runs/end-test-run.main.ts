import { endTestRun } from '@postrider/testkit';

endTestRun().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
