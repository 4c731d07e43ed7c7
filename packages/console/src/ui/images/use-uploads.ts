import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap, type Api } from '../../api/client';
import { RequestError } from '../../api/request-error';
import type { Image } from '../../api/types';
import { useScope } from '../../session/scope';
import { imageTexts as words } from '../../texts/images';
import { errorSentence } from '../error-sentence';
import { useChange } from '../use-change';
import { dropUnshown } from '../use-leave';

/** Uploads one file. @throws Error, whose message is for the user */
export function useUploadImage(): (file: File) => Promise<Image> {
  const { api } = useScope();
  const queryClient = useQueryClient();
  return async (file) => {
    const image = await send(api, file).catch((error: unknown) => {
      throw new Error(reasonOf(error), { cause: error });
    });
    dropUnshown(queryClient);
    return image;
  };
}

async function send(api: Api, file: File): Promise<Image> {
  // Known before megabytes are sent.
  if (file.size > words.uploadBytesMax) throw new Error(words.tooLarge);
  const body = { filename: nameOf(file), content: await base64Of(file) };
  return unwrap(api.POST('/images', { body }));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : words.unreadable;
  const problems = error.fields;
  // The image is the only field there is.
  return problems.length > 0
    ? words.unusable(problems.map(({ message }) => message).join(', '))
    : errorSentence(error);
}

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
          uploaded(await send(api, file));
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
