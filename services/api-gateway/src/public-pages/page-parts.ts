import { markup, type Markup } from './markup';

const paths = {
  check: markup`<path d="M20 6.5 9.5 17.5 4 12"/>`,
  mail: markup`<rect x="2.5" y="5" width="19" height="14" rx="2.5"/><path d="m3 7 9 6.5L21 7"/>`,
  alert: markup`<path d="M12 7v6M12 17v.01"/><circle cx="12" cy="12" r="9.5"/>`,
} as const;

function icon(name: keyof typeof paths): Markup {
  return markup`<svg viewBox="0 0 24 24" aria-hidden="true">${paths[name]}</svg>`;
}

/** The sign above the heading. */
export type PageSign = 'done' | 'mail' | 'problem';

export function signOf(sign: PageSign): Markup {
  if (sign === 'mail') return markup`<div class="icon">${icon('mail')}</div>`;
  if (sign === 'done') return markup`<div class="icon good">${icon('check')}</div>`;
  return markup`<div class="icon bad">${icon('alert')}</div>`;
}

/** What has just succeeded. Screen readers begin there: without a script, a page that comes again announces no change by itself. */
export function successNote(text: string): Markup {
  return markup`<div class="note good" role="status" tabindex="-1" autofocus>${icon('check')}<span>${text}</span></div>`;
}

export function problemNote(text: string, id: string): Markup {
  return markup`<div class="note bad" role="alert" id="${id}">${icon('alert')}<span>${text}</span></div>`;
}

export function topicList(topics: readonly NamedTopic[]): Markup {
  return markup`<ul class="topics">
${labelsOf(topics).map((label) => markup`<li>${icon('check')}<span>${label}</span></li>`)}
</ul>`;
}

interface NamedTopic {
  readonly slug: string;
  readonly name: string;
}

/** Names of topics, with the slug where two have the same name. */
export function labelsOf(topics: readonly NamedTopic[]): readonly string[] {
  const counts = new Map<string, number>();
  const key = ({ name }: NamedTopic): string => name.trim().toLowerCase();
  for (const topic of topics) counts.set(key(topic), (counts.get(key(topic)) ?? 0) + 1);
  return topics.map((topic) => (counts.get(key(topic)) === 1 ? topic.name : `${topic.name} (${topic.slug})`));
}

/** Plain text with blank lines between its paragraphs. */
export function paragraphsOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
