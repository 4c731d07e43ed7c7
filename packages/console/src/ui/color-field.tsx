import { ColorInput, type ColorInputProps } from '@mantine/core';
import { texts } from '../texts/texts';

/** Chooses a color; its button that picks one from the screen has a name. */
export function ColorField(props: ColorInputProps) {
  return <ColorInput eyeDropperButtonProps={{ 'aria-label': texts.common.pickColor }} {...props} />;
}
