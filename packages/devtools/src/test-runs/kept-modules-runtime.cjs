const Runtime = require('jest-runtime').default;

/** By environment: evaluates all modules except test files. It starts with the first file of an environment, and is not torn down. */
const kept = new WeakMap();

/**
 * jest evaluates every module again for every test file: for a file of the gateway 2,000 modules, which take 1.2 s of processor time.
 * Here a worker evaluates each module once for kept-environment.cjs, and only test files each time. So the test files of a worker share
 * the state of modules, except files that name another environment.
 */
module.exports = class KeptModulesRuntime extends Runtime {
  constructor(config, environment, ...options) {
    super(config, environment, ...options);
    if (!kept.has(environment)) kept.set(environment, new Runtime(config, environment, ...options));
    this.kept = kept.get(environment);
  }

  requireModuleOrMock(from, name) {
    return name === '@jest/globals'
      ? super.requireModuleOrMock(from, name)
      : this.kept.requireModuleOrMock(from, name);
  }

  /** Both runtimes add source maps when they load a module; jest asks for them once, before that. */
  getSourceMaps() {
    const own = super.getSourceMaps();
    const shared = this.kept.getSourceMaps();
    return {
      get: (path) => own.get(path) ?? shared.get(path),
      *[Symbol.iterator]() {
        yield* shared;
        yield* own;
      },
    };
  }
};
module.exports.default = module.exports;
