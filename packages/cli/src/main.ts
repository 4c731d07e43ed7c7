import { runCommandLine } from './program';

void runCommandLine(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
