import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { insertRow } from '@postrider/testkit';
import { dayMs, hourMs, type DemoDomains, type DemoShop } from './demo-context';

/** From the oldest: each a week after the one before. */
const issues = [
  {
    name: 'Iced tea week',
    subject: 'Iced tea week: 20 % off cold brews',
    recipients: 4_020,
    opened: 0.431,
    clicked: 0.071,
    unsubscribed: 21,
  },
  {
    name: 'New harvest from Uji',
    subject: 'New harvest from Uji',
    recipients: 4_098,
    opened: 0.462,
    clicked: 0.094,
    unsubscribed: 16,
  },
  {
    name: 'Five teas for rainy days',
    subject: 'Five teas for rainy days',
    recipients: 4_171,
    opened: 0.448,
    clicked: 0.083,
    unsubscribed: 19,
  },
  {
    name: 'Autumn blends',
    subject: 'Autumn blends are here',
    recipients: 4_262,
    opened: 0.517,
    clicked: 0.142,
    unsubscribed: 12,
  },
] as const;

const links = [
  ['https://harbortea.example/autumn', 0.52],
  ['https://harbortea.example/autumn/smoked-apple', 0.24],
  ['https://harbortea.example/brewing-guide', 0.15],
  ['https://harbortea.example/shops', 0.09],
] as const;

/** The newsletters of a month. @returns the id of the last one */
export async function demoBroadcasts(shop: DemoShop, { bulk }: DemoDomains): Promise<string> {
  await shop.post('/topics', {
    ...{ slug: 'newsletter', name: 'Newsletter', description: 'New teas and recipes, each week.' },
    default_opt_in: true,
  });
  const segment = await shop.post('/segments', { name: 'All subscribers', filter: { all: [] } });
  const src = await shop.uploadImage({
    ...{ filename: 'autumn.png', alt: 'A cup of tea in front of hills' },
    content: picture().toString('base64'),
  });
  let id = '';
  for (const [index, issue] of issues.entries()) {
    id = await shop.post('/broadcasts', {
      ...{ name: issue.name, segment_id: segment, topic: 'newsletter' },
      ...{ from: `Harbor Tea <hello@${bulk.name}>`, subject: issue.subject, document: mailWith(src) },
      ...{ preview_text: 'Smoked apple, roasted chestnut, and a guide to brewing both.' },
      track: { opens: true, clicks: true },
    });
    const startedAt = new Date(Date.now() - (2 + 7 * (issues.length - 1 - index)) * dayMs - 5 * hourMs);
    await markSent(shop, { ...issue, id, startedAt });
  }
  return id;
}

interface SentIssue {
  readonly id: string;
  readonly recipients: number;
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
  readonly startedAt: Date;
}

async function markSent({ pool, organizationId }: DemoShop, issue: SentIssue): Promise<void> {
  const { id, recipients, startedAt } = issue;
  const [suppressed, hard, soft] = [19, 14, 9];
  const submitted = recipients - suppressed;
  const delivered = submitted - hard - soft;
  const [opened, clicked] = [Math.round(delivered * issue.opened), Math.round(delivered * issue.clicked)];
  const finishedAt = new Date(startedAt.getTime() + 4 * 60_000);
  await pool.query(
    `UPDATE broadcasts SET status = 'sent', started_at = $2, expanded_at = $2, finished_at = $3, created_at = $2,
       filter = '{"all":[]}', recipients = $4, submitted = $5, suppressed = $6 WHERE id = $1`,
    [id, startedAt, finishedAt, recipients, submitted, suppressed],
  );
  const of = { broadcast_id: id, organization_id: organizationId };
  await insertRow(pool, 'broadcast_counters', {
    ...{ ...of, variant: 0, sent: submitted, delivered, bounced_hard: hard, bounced_soft: soft },
    ...{ opened, clicked, unsubscribed: issue.unsubscribed, complained: 1 },
  });
  for (const [url, share] of links) {
    const uniqueClicks = Math.round(clicked * share);
    await insertRow(pool, 'broadcast_links', {
      ...{ ...of, variant: 0, url, url_digest: createHash('md5').update(url).digest('hex') },
      ...{ clicks: Math.round(uniqueClicks * 1.22), unique_clicks: uniqueClicks },
    });
  }
  await insertHours({ pool, of, startedAt, delivered, opened, clicked });
}

/** Most open a mail in its first hours; some the next morning. */
async function insertHours({
  pool,
  of,
  startedAt,
  ...totals
}: Pick<DemoShop, 'pool'> & {
  readonly of: Readonly<Record<string, string>>;
  readonly startedAt: Date;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
}): Promise<void> {
  const first = Math.floor(startedAt.getTime() / hourMs) * hourMs;
  const weights = Array.from({ length: 48 }, (_none, hour) => {
    const morning = Math.exp(-(((hour - 21) / 3.2) ** 2));
    return Math.exp(-hour / 3.4) + 0.24 * morning + 0.012 * (1 + Math.sin(hour / 2));
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  for (const [hour, weight] of weights.entries()) {
    const part = weight / sum;
    await insertRow(pool, 'broadcast_hours', {
      ...{ ...of, hour: new Date(first + hour * hourMs), sent: hour === 0 ? totals.delivered : 0 },
      ...{ delivered: hour === 0 ? totals.delivered : 0, opened: Math.round(totals.opened * part) },
      clicked: Math.round(totals.clicked * part),
    });
  }
}

const text = (words: string, marks: Readonly<Record<string, unknown>> = {}) => ({
  ...{ type: 'text', text: words, ...marks },
});

function mailWith(src: string) {
  return {
    version: 1,
    accent_color: '#0f766e',
    blocks: [
      { type: 'image', src, alt: 'A cup of tea in front of hills' },
      { type: 'heading', level: 1, text: [text('Autumn blends are here')] },
      {
        type: 'paragraph',
        text: [
          text('Hello '),
          { type: 'variable', name: 'contact.first_name', fallback: 'tea lover' },
          text(', the leaves are turning, and so is our shelf: '),
          text('Smoked Apple', { bold: true }),
          text(' and '),
          text('Roasted Chestnut', { bold: true }),
          text(' are back until the end of November.'),
        ],
      },
      { type: 'button', label: 'See the autumn blends', link: 'https://harbortea.example/autumn' },
      { type: 'divider' },
      { type: 'footer', unsubscribe: true, text: [text('Harbor Tea, 12 Pier Street, Portland')] },
    ],
  };
}

/** Hills, a sun and a cup. */
function picture(): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="560" viewBox="0 0 600 280">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fde7c3"/><stop offset="1" stop-color="#f7b98b"/></linearGradient></defs>
    <rect width="600" height="280" fill="url(#sky)"/>
    <circle cx="455" cy="92" r="38" fill="#fff4dc"/>
    <path d="M0 190 Q120 120 260 180 T600 150 V280 H0Z" fill="#d98b5f"/>
    <path d="M0 222 Q160 160 330 215 T600 200 V280 H0Z" fill="#a85d43"/>
    <path d="M0 252 Q200 215 400 248 T600 244 V280 H0Z" fill="#5f3b35"/>
    <g stroke="#fff4dc" stroke-width="5" stroke-linecap="round" fill="none" opacity="0.8">
      <path d="M186 112 q-10 -14 0 -28 t0 -28"/><path d="M212 112 q-10 -14 0 -28 t0 -28"/></g>
    <path d="M258 150 q42 -6 40 24 q-2 28 -50 26" fill="none" stroke="#0f766e" stroke-width="13"/>
    <path d="M130 128 H268 Q268 226 199 226 Q130 226 130 128Z" fill="#0f766e"/>
    <ellipse cx="199" cy="129" rx="69" ry="11" fill="#134e4a"/><ellipse cx="199" cy="131" rx="59" ry="7" fill="#c2772f"/>
    <ellipse cx="199" cy="234" rx="88" ry="9" fill="#fff4dc"/></svg>`;
  // In a process of its own: the gateway, which may run in this one, lets sharp read no SVG.
  const program = "process.stdin.pipe(require('sharp')()).png().pipe(process.stdout)";
  return execFileSync(process.execPath, ['-e', program], { input: svg, cwd: __dirname });
}
