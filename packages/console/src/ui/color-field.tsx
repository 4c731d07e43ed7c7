import { ColorInput, type ColorInputProps } from '@mantine/core';
import { texts } from '../texts/texts';

/** Chooses a color; its button that picks one from the screen has a name. The sign before the digits may be left out. */
export function ColorField({ onChange, ...props }: ColorInputProps) {
  return (
    <ColorInput
      eyeDropperButtonProps={{ 'aria-label': texts.common.pickColor }}
      {...props}
      onChange={(color) => onChange?.(/^[0-9a-f]{6}$/i.test(color) ? `#${color}` : color)}
    />
  );
}
