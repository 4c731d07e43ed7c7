import type { EmailCheckFinding } from '@postrider/contracts/emails';
import type { Used } from '../reading/read-html';
import { clients, shareOf, type ClientId } from './clients';
import { unsupported } from './support-data';

/** More would not be read. */
const findingsMax = 30;
/** What fewer readers miss is for information. */
const warningShareMin = 0.25;

const namesInEnglish = new Intl.ListFormat('en');
const features = new Map(
  Object.entries(unsupported).map(([key, [title, ids]]) => [
    key,
    { title, ids: ids.split(' ') as ClientId[] },
  ]),
);

export function isKnownFeature(key: string): boolean {
  return features.has(key);
}

/** What clients of many readers do not support, the widest gap first. Never an error: the mail can be read without it. */
export function findUnsupported(uses: ReadonlyMap<string, Used>): EmailCheckFinding[] {
  return [...uses]
    .flatMap(([key, { line, isSeenByWord }]) => {
      const feature = features.get(key);
      const without = (feature?.ids ?? []).filter((id) => isSeenByWord || id !== 'ow');
      if (feature === undefined || without.length === 0) return [];
      return [{ key, title: feature.title, line, without, share: shareOf(without) }];
    })
    .sort((one, other) => other.share - one.share)
    .slice(0, findingsMax)
    .map(({ key, title, line, without, share }) => {
      const names = clientNames(without);
      return {
        code: 'client_support' as const,
        severity: isLayout(key) && share >= warningShareMin ? ('warning' as const) : ('info' as const),
        message: `Not supported in ${namesInEnglish.format(names)}: ${title}.`,
        ...{ field: 'html' as const, line, clients: names },
      };
    });
}

/** A family by its own name where all its clients are meant. */
function clientNames(ids: readonly ClientId[]): string[] {
  const families = Object.groupBy(Object.entries(clients), ([, { family }]) => family);
  return Object.entries(families).flatMap(([family, members = []]) => {
    const named = members.filter(([id]) => ids.includes(id as ClientId));
    return named.length === members.length
      ? [familyNames[family] ?? family]
      : named.map(([, { name }]) => name);
  });
}

const familyNames: Readonly<Record<string, string>> = {
  'apple-mail': 'Apple Mail',
  gmail: 'Gmail',
  outlook: 'Outlook',
  yahoo: 'Yahoo',
};

/** Without these, content is lost or in another place. Without others an email is only plainer: fonts, shadows, effects when hovered. */
const layoutProperties = new Set(
  (
    'align-items aspect-ratio bottom clip-path column-count columns column-gap float gap grid-template grid-template-areas ' +
    'grid-template-columns grid-template-rows inline-size block-size inset justify-content left margin-block ' +
    'margin-block-end margin-block-start margin-inline margin-inline-end margin-inline-start object-fit padding-block ' +
    'padding-block-end padding-block-start padding-inline padding-inline-end padding-inline-start position right row-gap ' +
    'top transform writing-mode'
  ).split(' '),
);
const layoutElements = new Set(
  'audio dialog form meter object progress select svg textarea video'.split(' '),
);
const layoutFunctions = new Set('calc clamp max min var'.split(' '));
const layoutKinds = new Set(['image', 'input', 'nesting', 'unit', 'value', 'word']);

function isLayout(key: string): boolean {
  const [kind = '', name = ''] = key.split(':');
  if (kind === 'property') return layoutProperties.has(name);
  if (kind === 'element') return layoutElements.has(name);
  if (kind === 'function') return layoutFunctions.has(name);
  return layoutKinds.has(kind) || key === 'attribute:hidden';
}
