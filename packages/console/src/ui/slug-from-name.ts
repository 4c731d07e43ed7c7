import type { UseFormReturnType } from '@mantine/form';
import type { ChangeEvent } from 'react';

/** Short enough for each slug of the API. */
const slugCharsMax = 50;

/** Letters that are not a letter with a mark on it. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
};

/** `Été & Soldes` becomes `ete-soldes`; empty where the name has no Latin letters or digits. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæøœłđð]/g, (letter) => spelled[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharsMax)
    .replace(/^-+|-+$/g, '');
}

interface Named {
  name: string;
  slug: string;
}

/** Of the input of a name: fills the slug in, until the user writes another one. */
export function nameWithSlug<Values extends Named>(form: UseFormReturnType<Values>) {
  const props = form.getInputProps('name') as { readonly value: string };
  return {
    ...props,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const name = event.currentTarget.value;
      const { name: before, slug } = form.getValues();
      const change = slug === slugOf(before) ? { name, slug: slugOf(name) } : { name };
      form.setValues(change as Partial<Values>);
    },
  };
}
