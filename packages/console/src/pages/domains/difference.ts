interface Part {
  readonly text: string;
  readonly isDifferent: boolean;
}

/** The observed value in parts: what begins and ends as expected, and what lies between and differs. */
export function differenceOf(expected: string, observed: string): readonly Part[] {
  const shorter = Math.min(expected.length, observed.length);
  let begin = 0;
  while (begin < shorter && expected[begin] === observed[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && expected.at(-1 - end) === observed.at(-1 - end)) end += 1;
  return [
    { text: observed.slice(0, begin), isDifferent: false },
    { text: observed.slice(begin, observed.length - end), isDifferent: true },
    { text: observed.slice(observed.length - end), isDifferent: false },
  ].filter(({ text }) => text !== '');
}
