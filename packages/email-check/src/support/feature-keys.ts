/** A feature of the support data. */
export interface Feature {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
}

/** What the readers of HTML and CSS call what they find, for example `property:gap`, `element:video`, `pseudo::hover`. */
export interface FeatureKey {
  readonly key: string;
  /** What people call it. */
  readonly title: string;
}

/** Where names of the data are no names of CSS or HTML. */
const propertiesOf: Readonly<Record<string, readonly string[]>> = {
  'css-block-inline-size': ['block-size', 'inline-size'],
  'css-border-inline-block': ['border-inline', 'border-block'],
  'css-border-inline-block-individual': [
    ...['border-block-start', 'border-block-end', 'border-inline-start', 'border-inline-end'],
  ],
  'css-border-radius-logical': [
    ...['border-start-start-radius', 'border-start-end-radius'],
    ...['border-end-start-radius', 'border-end-end-radius'],
  ],
  'css-color-scheme': ['color-scheme'],
  'css-column-layout-properties': ['column-fill', 'column-rule', 'column-span', 'column-width', 'columns'],
  'css-gap': ['gap', 'column-gap', 'row-gap'],
  'css-grid-template': [
    'grid-template',
    'grid-template-areas',
    'grid-template-columns',
    'grid-template-rows',
  ],
  'css-left-right-top-bottom': ['left', 'right', 'top', 'bottom'],
  'css-margin-block-start-end': ['margin-block-start', 'margin-block-end'],
  'css-margin-inline-block': ['margin-inline', 'margin-block'],
  'css-margin-inline-start-end': ['margin-inline-start', 'margin-inline-end'],
  'css-padding-block-start-end': ['padding-block-start', 'padding-block-end'],
  'css-padding-inline-block': ['padding-inline', 'padding-block'],
  'css-padding-inline-start-end': ['padding-inline-start', 'padding-inline-end'],
  'css-text-emphasis': ['text-emphasis'],
};

const keysOf: Readonly<Record<string, readonly string[]>> = {
  'css-display-flex': ['value:display:flex'],
  'css-display-grid': ['value:display:grid'],
  'css-flex-direction': ['value:flex-direction:column'],
  'css-flex-wrap': ['value:flex-wrap:wrap'],
  'css-intrinsic-size': ['word:fit-content', 'word:max-content', 'word:min-content'],
  'css-modern-color': ['function:lch', 'function:oklch', 'function:lab', 'function:oklab'],
  'css-unit-calc': ['function:calc'],
  'css-unit-initial': ['word:initial'],
  'css-variables': ['function:var'],
  'css-nesting': ['nesting'],
  'html-image-maps': ['element:map'],
  'html-input-checkbox': ['input:checkbox'],
  'html-input-radio': ['input:radio'],
  'html-input-reset': ['input:reset'],
  'html-input-submit': ['input:submit'],
  'html-input-text': ['input:text'],
  'html-srcset': ['attribute:srcset'],
  'html-svg': ['element:svg'],
  'image-base64': ['image:data'],
};

/** Of these nothing can be seen in the source, or nothing is lost without them. */
const left =
  /^(?:html-(?:abbr|acronym|anchor-links|aria-.*|base|body|button-.*|comments|doctype|input-hidden|loading-.*|meta-.*|popover|required|rp|rt|semantics|target)|css-(?:inert.*|inline-size))$/;

const formats: Readonly<Record<string, string>> = {
  'image-mp4': 'mp4',
  'image-svg': 'svg',
  'image-heif': 'heic',
};

/** Under which keys a feature is looked up; none where it cannot be. */
export function keysOfFeature({ slug, title, category }: Feature): FeatureKey[] {
  if (left.test(slug)) return [];
  const properties = propertiesOf[slug];
  if (properties) return properties.map((name) => ({ key: `property:${name}`, title: name }));
  const special = keysOf[slug];
  if (special) return special.map((key) => ({ key, title: titleOf(key) }));
  const key = keyOf({ slug, title, category });
  return key === null ? [] : [{ key, title: titleOf(key) }];
}

function keyOf({ slug, title, category }: Feature): string | null {
  const name = title.trim().replace(/ (?:property|shorthand)$/, '');
  if (category === 'image') return `image:${formats[slug] ?? slug.replace('image-', '')}`;
  if (category === 'html') {
    const element = /^<([a-z]+)> element$/.exec(title)?.[1] ?? /^([a-z]+)$/.exec(title)?.[1];
    if (element !== undefined) return `element:${element}`;
    const attribute = /^([a-z-]+) attribute$/.exec(title)?.[1];
    return attribute === undefined ? null : `attribute:${attribute}`;
  }
  if (category !== 'css') return null;
  const media = /^css-at-media-(.+)$/.exec(slug)?.[1];
  if (media !== undefined)
    return `media:${media.replace('device-pixel-ratio', '-webkit-min-device-pixel-ratio')}`;
  if (name.startsWith('@')) return `at:${name.slice(1)}`;
  if (name.startsWith(':')) return `pseudo:${name.replace('()', '')}`;
  if (name.startsWith('lang()')) return 'pseudo::lang';
  if (name.endsWith(' unit')) return `unit:${name.slice(0, -' unit'.length)}`;
  if (name.endsWith('()')) return `function:${name.slice(0, -2)}`;
  return /^[a-z-]+$/.test(name) ? `property:${name}` : null;
}

/** `property:gap` is `gap`, `element:video` is `<video>`. */
function titleOf(key: string): string {
  const at = key.indexOf(':');
  const [kind, name] = [key.slice(0, at), key.slice(at + 1)];
  switch (kind) {
    case 'element':
      return `<${name}>`;
    case 'input':
      return `<input type="${name}">`;
    case 'attribute':
      return `attribute ${name}`;
    case 'value':
      return name;
    case 'function':
      return `${name}()`;
    case 'at':
      return `@${name}`;
    case 'media':
      return `@media (${name})`;
    case 'unit':
      return `unit ${name}`;
    case 'image':
      return name === 'data' ? 'images as data URIs' : `${name.toUpperCase()} images`;
    default:
      return key === 'nesting' ? 'nested CSS rules' : name;
  }
}
