const { TestEnvironment } = require('jest-environment-node');

/**
 * The global object of a jest worker, in which the modules live that kept-modules-runtime.cjs keeps between test files. After a file,
 * timers, mocks, `process.exit` and `process.env` are restored. Other globals stay, since libraries have some of their own.
 */
let kept;

/** What jest leaves in the global object for one file: its tests, its listeners, and what `expect` knows. */
const ofJest = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', '$$jest-matchers-object']);

module.exports = class KeptEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (kept) return kept;
    super(config, context);
    kept = this;
    this.exit = this.global.process.exit;
    this.env = { ...this.global.process.env };
  }

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    for (const symbol of Object.getOwnPropertySymbols(this.global)) {
      if (ofJest.has(symbol.description)) delete this.global[symbol];
    }
    const { process } = this.global;
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
  }
};
