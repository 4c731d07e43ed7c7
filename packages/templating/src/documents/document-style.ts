/** The look of rendered documents. Sizes are pixels, since Outlook reads nothing else. */

/** What an organization's branding says. */
export interface DocumentBrand {
  readonly organizationName: string;
  readonly color: string | null;
  readonly logoUrl: string | null;
}

export const contentWidth = 600;
/** Left and right of the text. */
export const gutter = 32;
export const columnGap = 16;

export const defaultAccent = '#1d4ed8';
const defaultBackground = '#f4f5f7';
const paper = { light: '#ffffff', dark: '#171b23' } as const;
const ink = { light: '#1f2430', dark: '#e4e7ee' } as const;
const quiet = { light: '#596172', dark: '#a3abba' } as const;
const line = { light: '#d9dce3', dark: '#3a4150' } as const;
const darkBackground = '#0e1117';

export const fontFamily = 'Arial,Helvetica,sans-serif';

/** Of normal text, WCAG 2 AA. */
const contrastMin = 4.5;

export interface DocumentColors {
  readonly background: string;
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly link: string;
  readonly dark: {
    readonly background: string;
    readonly paper: string;
    readonly ink: string;
    readonly quiet: string;
    readonly line: string;
    readonly link: string;
  };
}

/** Links are readable in both schemes, whatever the accent color is. */
export function colorsOf(accent: string, background: string | undefined): DocumentColors {
  return {
    background: background ?? defaultBackground,
    ...{ paper: paper.light, ink: ink.light, quiet: quiet.light, line: line.light },
    accent,
    link: readable(accent, paper.light, '#000000'),
    dark: {
      background: darkBackground,
      ...{ paper: paper.dark, ink: ink.dark, quiet: quiet.dark, line: line.dark },
      link: readable(accent, paper.dark, '#ffffff'),
    },
  };
}

/** White or black, whichever can be read better on the color. */
export function labelOn(color: string): string {
  return contrast('#ffffff', color) >= contrast('#000000', color) ? '#ffffff' : '#000000';
}

/** The color, mixed with `toward` until it can be read on the ground. */
function readable(color: string, ground: string, toward: string): string {
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mix(color, toward, share);
    if (contrast(mixed, ground) >= contrastMin) return mixed;
  }
  return toward;
}

function mix(one: string, other: string, share: number): string {
  const to = channels(other);
  const mixed = channels(one).map((channel, index) => {
    const target = to[index] ?? 0;
    return Math.round(channel + (target - channel) * share);
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
