import type { SinkBehaviour, SinkScript } from '@postrider/testkit';

/** Addresses that a greylisted server remembers; the oldest go. */
const greylistedMax = 10_000;
const accept: SinkBehaviour = { kind: 'accept' };

/**
 * Recipients choose by the part before the @ how the sink answers, and by labels in which way:
 *
 * - `refuse@`, `refuse+552@`, `refuse+data@`: refused for good, with a code, after the message instead of at RCPT
 * - `defer@`, `defer+421@`, `defer+data@`: refused for now, in the same way
 * - `greylist@`: refused for now once, accepted from the second try on
 * - `hang@`, `hang+data@`: never answered
 */
export function createAddressFaults(): SinkScript {
  const greylisted = new Set<string>();
  const isFirstTry = (address: string): boolean => {
    if (greylisted.has(address)) return false;
    const [oldest] = greylisted;
    if (greylisted.size >= greylistedMax && oldest !== undefined) greylisted.delete(oldest);
    greylisted.add(address);
    return true;
  };
  const faultAt = (address: string, moment: 'rcpt' | 'end-of-data'): SinkBehaviour => {
    const [name = '', ...labels] = address.slice(0, address.lastIndexOf('@')).toLowerCase().split('+');
    if (name === 'greylist' && moment === 'rcpt' && isFirstTry(address)) {
      return { kind: 'reject', at: 'rcpt', code: 451, text: '4.7.1 Greylisted, try again later' };
    }
    const at = labels.includes('data') ? 'end-of-data' : 'rcpt';
    if (at !== moment) return accept;
    if (name === 'hang') return { kind: 'hang', at };
    if (name === 'refuse')
      return { kind: 'reject', at, ...replyOf(labels, { code: 550, text: '5.1.1 No such mailbox' }) };
    if (name === 'defer')
      return { kind: 'reject', at, ...replyOf(labels, { code: 451, text: '4.3.0 Try again later' }) };
    return accept;
  };
  return ({ moment, to }) => {
    if (moment !== 'rcpt' && moment !== 'end-of-data') return accept;
    return to.map((address) => faultAt(address, moment)).find(({ kind }) => kind !== 'accept') ?? accept;
  };
}

/** A label with a code of the same class is the reply. */
function replyOf(
  labels: readonly string[],
  usual: { code: number; text: string },
): { code: number; text?: string } {
  const [first] = String(usual.code);
  const code = labels.find((label) => /^[45]\d\d$/.test(label) && label.startsWith(first ?? ''));
  return code === undefined ? usual : { code: Number(code) };
}
