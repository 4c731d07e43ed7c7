import type { Tone } from '../../ui/badge';

/** Whether a result of SPF, DKIM or DMARC is good. */
export function toneOfCheck(result: string): Tone {
  if (result === 'pass') return 'good';
  return result === 'fail' || result === 'softfail' || result === 'permerror' ? 'bad' : 'plain';
}
