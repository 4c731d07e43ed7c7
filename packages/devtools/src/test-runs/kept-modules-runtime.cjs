const Runtime = require('jest-runtime').default;

/** By the id of the project: evaluates all modules except test files. It starts with the project's first file, and is not torn down. */
const kept = new Map();

/**
 * jest evaluates every module again for every test file: for a file of the gateway 2,000 modules, which take 1.2 s of processor time.
 * Here a worker evaluates each module once for a project, and only test files each time. So a project's test files share the state of
 * modules within a worker.
 */
module.exports = class KeptModulesRuntime extends Runtime {
  constructor(config, ...options) {
    super(config, ...options);
    if (!kept.has(config.id)) kept.set(config.id, new Runtime(config, ...options));
    this.kept = kept.get(config.id);
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
