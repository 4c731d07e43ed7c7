const { BroadcastChannel } = require('node:worker_threads');
const { TestEnvironment } = require('jest-environment-jsdom');

const { fetch, Request, Response, Headers, AbortController } = globalThis;
const { TextEncoder, TextDecoder, structuredClone, navigator } = globalThis;

/** A document for React, with what jsdom lacks of a browser. Requests, channels and locks are those of Node. */
module.exports = class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { global } = this;
    Object.assign(global, {
      ...{ fetch, Request, Response, Headers },
      ...{ TextEncoder, TextDecoder, structuredClone, BroadcastChannel },
      ResizeObserver: class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
      // Dialogs open without a transition when less motion is preferred.
      matchMedia: (query) => ({
        matches: query === '(prefers-reduced-motion: reduce)',
        addEventListener() {},
        removeEventListener() {},
      }),
      scrollTo() {},
    });
    Object.defineProperty(global.navigator, 'locks', { value: { request: requestLock } });
    // Frames are not loaded: what they hold is no document yet.
    Object.defineProperty(global.HTMLIFrameElement.prototype, 'contentDocument', { get: () => null });
    global.Element.prototype.scrollIntoView = () => {};
    // Nothing has a place: the editor looks where its cursor is.
    global.Range.prototype.getClientRects = () => [];
    global.Range.prototype.getBoundingClientRect = () => new global.DOMRect();
    global.Blob.prototype.text = function text() {
      return readText(new global.FileReader(), this);
    };
  }
};

function readText(reader, blob) {
  return new Promise((resolve) => {
    reader.onload = () => resolve(reader.result);
    reader.readAsText(blob);
  });
}

/** Node takes no signal of jsdom. */
function requestLock(name, { signal }, hold) {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  return navigator.locks.request(name, { signal: controller.signal }, hold);
}
