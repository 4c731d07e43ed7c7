import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import type { SampleLanguage } from './code-blocks';
import { inFolder, runFile } from './run-code';

/**
 * Runs the samples one after another in one process, each as it stands on the page, and gives what each has printed.
 * That begins with the status of the answer, also where the sample itself does not print it; what the sample does not
 * survive is a line that begins with `failed:`.
 */
export async function runSamples(
  language: SampleLanguage,
  samples: ReadonlyMap<string, string>,
  { token }: { token: string },
): Promise<ReadonlyMap<string, string>> {
  const { extension, ...program } = programs[language];
  return inFolder(async (folder) => {
    const ids = [...samples.keys()];
    for (const [id, code] of samples) {
      fs.writeFileSync(path.join(folder, `${id}.${extension}`), program.asPart?.(code, id) ?? code);
    }
    const name = `main.${extension}`;
    fs.writeFileSync(path.join(folder, name), program.main(ids));
    const files = language === 'go' ? [name, ...ids.map((id) => `${id}.go`)] : [name, ...ids];
    const output = await runFile(language, { folder, files, token });
    const [, ...parts] = output.split(/^=== (\w+)\n/m);
    return new Map(ids.map((id) => [id, parts[parts.indexOf(id) + 1] ?? 'did not run']));
  });
}

/** @throws with what the compiler says about samples in TypeScript */
export async function checkTypes(samples: ReadonlyMap<string, string>): Promise<void> {
  await inFolder(async (folder) => {
    const files = [...samples].map(([id, code]) => {
      fs.writeFileSync(path.join(folder, `${id}.mts`), code);
      return `${id}.mts`;
    });
    const compiler = path.join(projectRoot(), 'node_modules/typescript7/bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
    await runFile('ts', { folder, files: [compiler, ...options, ...files], token: '' });
  });
}

interface Program {
  readonly extension: string;
  /** Runs the samples that its arguments name. */
  main(ids: readonly string[]): string;
  /** A sample as a part of the program. */
  asPart?(code: string, id: string): string;
}

const programs: Readonly<Record<SampleLanguage, Program>> = {
  sh: {
    extension: 'sh',
    main: () => `
curl() {
  : > answer
  command curl -sS -o answer -w '%{http_code} ' "$@"
  cat answer
  echo
}
for id in "$@"; do
  echo "=== $id"
  (. "./$id.sh") 2>&1 || echo "failed: $?"
done
`,
  },
  ts: {
    extension: 'mts',
    main: () => `
const { fetch } = globalThis;
globalThis.fetch = async (...request) => {
  const answer = await fetch(...request);
  process.stdout.write(answer.status + ' ');
  return answer;
};
for (const id of process.argv.slice(2)) {
  console.log('=== ' + id);
  await import('./' + id + '.mts').catch((error) => console.log('\\nfailed:', error));
}
`,
  },
  python: {
    extension: 'py',
    main: () => `
import runpy
import sys
import urllib.error

for id in sys.argv[1:]:
    print("=== " + id)
    try:
        runpy.run_path(id + ".py")
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode())
    except Exception as error:
        print("failed:", repr(error))
`,
  },
  php: {
    extension: 'php',
    main: () => `<?php
foreach (array_slice($argv, 1) as $id) {
    echo "=== $id\\n";
    try {
        include "$id.php";
    } catch (Throwable $error) {
        echo "failed: $error";
    }
}
`,
  },
  go: {
    extension: 'go',
    asPart: (code, id) => code.replace('func main()', `func ${id}()`),
    main: (ids) => `package main

import "fmt"

func run(id string, sample func()) {
	defer func() {
		if failure := recover(); failure != nil {
			fmt.Println("failed:", failure)
		}
	}()
	fmt.Println("=== " + id)
	sample()
}

func main() {
${ids.map((id) => `\trun("${id}", ${id})`).join('\n')}
}
`,
  },
};
