import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

const src = path.join(projectRoot(), 'packages/console/src');
const sources = fs
  .readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('generated'))
  .map((file) => ({ file, code: fs.readFileSync(path.join(src, file), 'utf8') }));

/** Files that import this name from a module. */
const importers = (name: string, from: string): readonly string[] =>
  sources
    .filter(({ code }) =>
      [...code.matchAll(/import (?:type )?\{([^}]*)\} from '([^']*)'/g)].some(
        ([, names, module]) =>
          module === from && (names ?? '').split(/,\s*/).some((each) => each.trim() === name),
      ),
    )
    .map(({ file }) => file);

describe('forms of the console', () => {
  it('have one kind of dialog, which asks before it discards, and whose error and buttons stay in view', () => {
    expect(importers('Modal', '@mantine/core')).toEqual(['ui/dialog-window.tsx']);
    const dialogs = /<(Dialog|FormModal)\b[\s\S]*?<\/\1>/g;
    const ownErrors = sources.filter(({ code }) =>
      [...code.matchAll(dialogs)].some(([dialog]) => dialog.includes('<ErrorPanel')),
    );
    expect(ownErrors.map(({ file }) => file)).toEqual([]);
  });

  it('change things with one hook, which runs a double click once', () => {
    expect(importers('useMutation', '@tanstack/react-query')).toEqual(['ui/use-once.ts']);
  });

  it('mark the fields that the API refuses, each form', () => {
    const forms = sources.filter(({ code }) => /\buseForm(<[^(]*>)?\(/.test(code));
    const unmarked = forms.filter(({ code }) => !code.includes('useFieldErrors('));
    expect(forms.length).toBeGreaterThan(8);
    expect(unmarked.map(({ file }) => file)).toEqual([]);
  });
});
