import { CommandRefused } from '../../command-refused';
import { tryProgram } from '../run-program';

/** A migration of a large database takes this long. */
const timeoutMs = 1_800_000;

/** @throws CommandRefused with the last lines of the log of a unit that fails */
export async function runUnits(verb: 'start' | 'restart', units: readonly string[]): Promise<void> {
  const { code, stderr } = await tryProgram('systemctl', [verb, ...units], { timeoutMs });
  if (code === 0) return;
  for (const unit of units) {
    const state = await tryProgram('systemctl', ['is-failed', '--quiet', unit]);
    if (state.code !== 0) continue;
    const log = await tryProgram('journalctl', ['-u', unit, '-n', '8', '-o', 'cat', '--no-pager']);
    throw new CommandRefused(`${unit} does not ${verb}. Its log:\n${log.stdout.trim()}`);
  }
  throw new CommandRefused(`systemctl ${verb}: ${stderr.trim()}`);
}

export async function isActive(unit: string): Promise<boolean> {
  return (await tryProgram('systemctl', ['is-active', '--quiet', unit])).code === 0;
}
