import type { Answers } from '../answers/answers';
import type { Finding } from '../step';
import type { PublicAddress } from './addresses';
import { checkPorts } from './listening-ports';
import { checkMailOut } from './mail-out';
import { checkResources } from './resources';

export interface Place {
  readonly addresses: readonly PublicAddress[];
  /** Where data is going to be. */
  readonly folder: string;
  /** By an earlier run. */
  readonly isSetUp: boolean;
}

/** All at once: a blocked port takes ten seconds to show. */
export async function checkMachine(
  answers: Answers,
  { addresses, folder, isSetUp }: Place,
): Promise<readonly Finding[]> {
  const [resources, ports, mail] = await Promise.all([
    checkResources(folder),
    checkPorts(isSetUp),
    checkMailOut(answers, addresses),
  ]);
  return [...resources, ...ports, checkAddresses(addresses), ...mail];
}

function checkAddresses(addresses: readonly PublicAddress[]): Finding {
  const check = 'public address';
  if (!addresses.some(({ address }) => !address.includes(':'))) {
    return {
      ...{ check, state: 'failed', detail: 'no public IPv4 address on this machine' },
      advice: 'Behind address translation, name it: "addresses": ["203.0.113.5"].',
    };
  }
  const detail = addresses
    .map(({ address, bindAddress }) => (bindAddress === null ? address : `${address} (here ${bindAddress})`))
    .join(', ');
  return { check, state: 'ok', detail };
}
