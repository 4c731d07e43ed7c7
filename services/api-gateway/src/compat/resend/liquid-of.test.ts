import { liquidOf } from './liquid-of';

test.each([
  ['Hi {{{FIRST_NAME|there}}}!', 'Hi {{ contact.first_name | default: "there" }}!'],
  ['{{{contact.last_name}}}', '{{ contact.last_name }}'],
  ['{{{ contact.city | "far" away }}}', '{{ contact.properties.city | default: \'"far" away\' }}'],
  ['<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">x</a>', '<a href="{{ unsubscribe_url }}">x</a>'],
  ['{{ contact.first_name }} {single} {{{}}}', '{{ contact.first_name }} {single} {{{}}}'],
])('of a broadcast, %j becomes Liquid', (theirs, ours) => {
  expect(liquidOf('contact').parse(theirs)).toBe(ours);
});

test('of a template, a placeholder is one of its variables', () => {
  expect(liquidOf('variable').parse('{{{PRICE|20}}} {{{PRODUCT}}}')).toBe(
    '{{ PRICE | default: "20" }} {{ PRODUCT }}',
  );
});

test.each([
  ['{{{COMPANY}}}', 'contact'],
  ['{{{contact.a-b}}}', 'contact'],
  [`{{{FIRST_NAME|"it's"}}}`, 'contact'],
  ['{{{a b}}}', 'variable'],
] as const)('%s is refused with the Liquid that replaces it', (text, names) => {
  const { error } = liquidOf(names).safeParse(text);
  expect(error?.issues[0]?.message).toContain(`${text} cannot be translated: write Liquid, such as {{ `);
});
