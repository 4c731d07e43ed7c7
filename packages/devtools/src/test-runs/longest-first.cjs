const Sequencer = require('@jest/test-sequencer').default;

const longest = /\/tests\/src\/e2e\/|\/linear-cost\.test\.ts$/;

/**
 * The longest files begin first: a run ends when its last file does, and a long one that begins late keeps one worker busy alone. Then
 * files with engines, which mostly wait, take turns with those without, which mostly compute. Within each kind jest's own order stays:
 * as long as the files took before, or by their size.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = [...super.sort(tests)];
    const isLong = ({ path }) => longest.test(path);
    const isIntegration = ({ path }) => /\.(int|external)\.test\.ts$/.test(path);
    const others = sorted.filter((test) => !isLong(test));
    return [
      ...sorted.filter(isLong),
      ...mixed(
        others.filter(isIntegration),
        others.filter((test) => !isIntegration(test)),
      ),
    ];
  }
};

/** Both lists in their order, spread evenly over each other. */
function mixed(one, other) {
  const placed = [one, other].flatMap((list) =>
    list.map((test, index) => ({ test, place: (index + 1) / list.length })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ test }) => test);
}
