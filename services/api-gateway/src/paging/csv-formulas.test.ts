import { escapeFormulas, unescapeFormulas } from './csv-formulas';

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['\t=1', "\t'=1"],
  ['Ada;=1+1', "Ada;'=1+1"],
  ['Ada; "@SUM(1)', `Ada; "'@SUM(1)`],
  ['Ada\n-1;;\uFF1D2', "Ada\n'-1;;'\uFF1D2"],
  ['a=b, c-d; e+f', 'a=b, c-d; e+f'],
  ['\u200b=1', "\u200b'=1"],
  ['\ufeff\u00a0@x', "\ufeff\u00a0'@x"],
  ['\u2060\u200e+1', "\u2060\u200e'+1"],
  ['x;\u00ad\u3164-1', "x;\u00ad\u3164'-1"],
  ['\u202e\ufe0f"=1', `\u202e\ufe0f"'=1`],
  ['\v\f\u0085=1', "\v\f\u0085'=1"],
  ['\ufe66', "'\ufe66"],
])('makes text of the formulas in %j, and gives it back', (text, safe) => {
  expect(escapeFormulas(text)).toBe(safe);
  expect(unescapeFormulas(safe)).toBe(text);
});
