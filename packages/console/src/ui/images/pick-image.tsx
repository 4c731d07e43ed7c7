import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ImageIcon } from 'lucide-react';
import { Suspense } from 'react';
import type { Image } from '../../api/types';
import { useHasRole } from '../../session/scope';
import { lazyCode } from '../lazy-code';

const ImageLibrary = lazyCode(async () => ({ default: (await import('./image-library')).ImageLibrary }));

/** A button that opens the image library, which is loaded with the first use. Without `onPick` images are only managed. */
export function PickImage({
  onPick,
  action,
  isOpenFirst = false,
  children,
  ...button
}: ButtonProps & {
  /** The image that was chosen, with the alternative text that was entered. */
  readonly onPick?: (image: Image) => void;
  /** On the button of the library that picks. */
  readonly action?: string;
  /** The library is open from the beginning. */
  readonly isOpenFirst?: boolean;
  readonly children: string;
}) {
  const canChange = useHasRole('member');
  const [opened, { open, close }] = useDisclosure(isOpenFirst);
  if (!canChange) return null;
  return (
    <>
      <Button variant="default" leftSection={<ImageIcon size={14} aria-hidden />} {...button} onClick={open}>
        {children}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <ImageLibrary close={close} onPick={onPick} action={action} />
        </Suspense>
      )}
    </>
  );
}
