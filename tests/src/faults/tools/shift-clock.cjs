/**
 * Required by a service before anything else: its wall clock is off by as many milliseconds as the file named by
 * FAULTS_CLOCK_FILE says, which may change at any time. The monotonic clock stays right, as on a real machine.
 */
const fs = require('node:fs');
const { setInterval } = require('node:timers');

const file = process.env.FAULTS_CLOCK_FILE ?? '';
const RealDate = Date;
let offsetMs = 0;
const now = () => RealDate.now() + offsetMs;

function look() {
  try {
    offsetMs = Number(fs.readFileSync(file, 'utf8')) || 0;
  } catch {
    offsetMs = 0;
  }
}

look();
setInterval(look, 100).unref();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
