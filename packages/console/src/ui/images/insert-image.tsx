import { imageTexts as words } from '../../texts/images';
import { imageTag } from './image-tag';
import { PickImage } from './pick-image';

/** For `actions` of an editor of HTML: writes the tag of a chosen image at the cursor. */
export const insertImage = (insert: (text: string) => void) => (
  <PickImage size="compact-xs" mb="xs" action={words.insert} onPick={(image) => insert(imageTag(image))}>
    {words.insert}
  </PickImage>
);
