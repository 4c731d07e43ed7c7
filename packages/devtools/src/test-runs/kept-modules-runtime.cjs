const Runtime = require('jest-runtime').default;

/** Evaluates all modules except test files. It starts with the first file of a worker, and is not torn down. */
let kept;

/**
 * jest evaluates every module again for every test file: for a file of the gateway 2,000 modules, which take 1.2 s of processor time.
 * Here a worker evaluates each module once, and only test files each time. So the test files of a worker share the state of modules.
 */
module.exports = class KeptModulesRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    kept ??= new Runtime(...options);
  }

  requireModuleOrMock(from, name) {
    return name === '@jest/globals'
      ? super.requireModuleOrMock(from, name)
      : kept.requireModuleOrMock(from, name);
  }

  /** Both runtimes add source maps when they load a module; jest asks for them once, before that. */
  getSourceMaps() {
    const own = super.getSourceMaps();
    const shared = kept.getSourceMaps();
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
