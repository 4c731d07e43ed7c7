/** How public pages and confirmation mails of an organization look. */
export interface Brand {
  readonly name: string;
  /** An https URL. */
  readonly logoUrl: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
  /** An https URL. */
  readonly privacyUrl: string | null;
}

/** The JSON of a `Brand`; `o` is the organization. */
export const brandColumn = `json_build_object('name', o.name, 'logoUrl', o.logo_url, 'color', o.brand_color, 'privacyUrl', o.privacy_url)`;

const defaultColor = '#1d4ed8';
const white: Rgb = [255, 255, 255];
/** Background of cards in dark mode. */
const nearBlack: Rgb = [24, 26, 31];
/** WCAG 2.2, 1.4.3: text. */
const contrastMin = 4.5;

type Rgb = readonly [number, number, number];

export interface Palette {
  /** Buttons, as the organization chose it. */
  readonly brand: string;
  /** Text on `brand`: black or white, whichever is easier to read. */
  readonly onBrand: string;
  /** The brand's colour for links and borders, legible on a white card. */
  readonly light: string;
  /** The same on a dark card. */
  readonly dark: string;
}

export function paletteOf(brand: Brand | undefined): Palette {
  const color = brand?.color ?? defaultColor;
  const rgb = parse(color);
  const onWhite = contrast(rgb, white);
  return {
    brand: color,
    onBrand: onWhite >= contrast(rgb, [0, 0, 0]) ? '#ffffff' : '#000000',
    light: format(legible(rgb, { on: white, towards: [0, 0, 0] })),
    dark: format(legible(rgb, { on: nearBlack, towards: white })),
  };
}

function legible(color: Rgb, { on, towards }: { readonly on: Rgb; readonly towards: Rgb }): Rgb {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, towards, share);
    if (contrast(mixed, on) >= contrastMin) return mixed;
  }
  return towards;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const [r, g, b] = one.map((value, index) => Math.round(value + ((other[index] ?? 0) - value) * share));
  return [r ?? 0, g ?? 0, b ?? 0];
}

/** WCAG 2.2: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  const linear = (value: number): number => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

export function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function format(rgb: Rgb): string {
  return `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
