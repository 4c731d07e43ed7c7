const { TestEnvironment } = require('jest-environment-node');

/**
 * The global object of a jest worker, in which the modules live that kept-modules-runtime.cjs keeps between test files. After a file,
 * timers, mocks, `process.exit` and `process.env` are restored. Other globals stay, since libraries have some of their own.
 */
let kept;

/** Close what test files of this process share, when it has no more of them; global-teardown.ts calls those of the process that runs it. */
const closers = (process[Symbol.for('postrider.closers')] ??= []);

/** A worker ends with what its files share, and the end of the run removes that from the engines. jest-worker's CHILD_MESSAGE_END is 2. */
process.on('message', ([kind]) => {
  if (kind === 2) process.exit();
});

/** What jest leaves in the global object for one file: its tests, its listeners, and what `expect` knows. */
const ofJest = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', '$$jest-matchers-object']);

module.exports = class KeptEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (kept) return kept;
    super(config, context);
    kept = this;
    this.global.closeAtEnd = (close) => closers.push(close);
    for (const timers of [this.fakeTimers, this.fakeTimersModern]) timers.useFakeTimers = refuseFakeTimers;
    this.exit = this.global.process.exit;
    this.env = { ...this.global.process.env };
  }

  /** Lets the hooks of a test know whether it failed: jest has no other way. */
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasTestFailed = false;
    if (name === 'test_fn_failure') this.global.hasTestFailed = true;
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

/** The loops of a gateway that test files keep would call the faked timers, and never wake up. */
function refuseFakeTimers() {
  throw new Error(
    'A test file that fakes timers needs a global object of its own: begin it with /** @jest-environment node */.',
  );
}
