import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Image } from '../../api/types';
import { useScope } from '../../session/scope';
import { imageTexts as words } from '../../texts/images';
import { useChange } from '../use-change';

/** Uploads files one after the other: each may have megabytes. One that is refused does not keep the others. */
export function useUploads(uploaded: (image: Image) => void) {
  const { api } = useScope();
  const [left, setLeft] = useState(0);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const change = useChange({
    run: async (files: readonly File[]) => {
      setFailures([]);
      for (const [index, file] of files.entries()) {
        setLeft(files.length - index);
        try {
          const content = await base64Of(file);
          uploaded(await unwrap(api.POST('/images', { body: { filename: nameOf(file), content } })));
        } catch (error) {
          if (files.length === 1) throw error;
          const reason = error instanceof Error ? error.message : words.unreadable;
          setFailures((before) => [...before, words.failed(file.name, reason)]);
        }
      }
    },
    showsError: true,
  });
  const failed = failures.length === 0 ? null : new Error(failures.join(' '));
  return { upload: change.mutate, error: change.error ?? failed, left: change.isPending ? left : 0 };
}

/** What is pasted has no name of its own. */
function nameOf({ name }: File): string {
  const short = name.trim().slice(-words.nameMax);
  return short === '' ? 'image' : short;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(new Error(words.unreadable));
    reader.onload = () => {
      // `data:image/png;base64,…`
      const dataUrl = typeof reader.result === 'string' ? reader.result : '';
      resolve(dataUrl.split(',', 2)[1] ?? '');
    };
    reader.readAsDataURL(file);
  });
}
