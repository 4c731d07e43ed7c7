import { createCompiledTemplates } from './compiled-templates';

const source = (html: string) => ({ subject: '', html, text: null, variables: [] });

it('keeps what was used last, up to so many characters', () => {
  const templates = createCompiledTemplates({ charsMax: 100 });
  const first = templates.add('1', source('x'.repeat(40)));
  templates.add('2', source('x'.repeat(40)));
  expect(templates.get('1')).toBe(first);
  templates.add('3', source('x'.repeat(40)));
  expect([templates.get('1'), templates.get('2')]).toEqual([first, undefined]);
  expect(templates.get('3')).toBeDefined();
});

it('keeps one that is larger than all it may keep, alone', () => {
  const templates = createCompiledTemplates({ charsMax: 100 });
  templates.add('1', source('x'));
  templates.add('2', source('x'.repeat(500)));
  expect([templates.get('1') === undefined, templates.get('2') === undefined]).toEqual([true, false]);
});

it('counts a version once, however often it is added', () => {
  const templates = createCompiledTemplates({ charsMax: 100 });
  templates.add('1', source('x'.repeat(30)));
  for (let n = 0; n < 5; n += 1) templates.add('2', source('x'.repeat(60)));
  expect(templates.get('1')).toBeDefined();
});

it('compiles what the check would have refused to an error', () => {
  expect(() => createCompiledTemplates({ charsMax: 1 }).add('1', source('{{ x'))).toThrow('html: output');
});
