import { Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Image } from '../api/types';
import { editorTexts as words } from '../texts/editor';
import { ColorField } from '../ui/color-field';
import { PickImage } from '../ui/images/pick-image';
import classes from './editor.module.css';
import { imageData } from './image-uploads';

/** What the fields of all blocks hold; each block reads its own. */
export interface Fields {
  readonly align: string;
  readonly src: string;
  readonly alt: string;
  readonly isDecoration: boolean;
  readonly width: number | '';
  readonly link: string;
  readonly label: string;
  readonly color: string;
  readonly height: number;
  readonly services: Readonly<Record<string, string>>;
  readonly unsubscribe: boolean;
}

export interface FieldsProps {
  readonly fields: Fields;
  readonly set: (changed: Partial<Fields>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

export function ImageFields({ isNew, ...props }: FieldsProps & { readonly isNew: boolean }) {
  const { fields, set, errors } = props;
  const [picked, setPicked] = useState<Image | null>(null);
  const pick = (image: Image) => {
    setPicked(image);
    const { width } = imageData(image);
    // A text that the block has says what the image does in this email.
    set({ src: image.url, width: width ?? '', ...(fields.alt === '' && { alt: image.alt ?? '' }) });
  };
  return (
    <>
      {picked !== null && <img className={classes.picked} src={picked.url} alt="" />}
      <Group align="flex-end">
        <TextInput
          flex={1}
          label={words.image.src}
          description={words.image.srcText}
          data-autofocus={isNew ? true : undefined}
          error={errors['src']}
          value={fields.src}
          onChange={(event) => set({ src: event.currentTarget.value })}
        />
        <PickImage isOpenFirst={isNew} action={words.image.use} onPick={pick}>
          {words.image.choose}
        </PickImage>
      </Group>
      <TextInput
        label={words.image.alt}
        description={words.image.altText}
        data-autofocus={isNew ? undefined : true}
        required={!fields.isDecoration}
        disabled={fields.isDecoration}
        maxLength={500}
        value={fields.alt}
        onChange={(event) => set({ alt: event.currentTarget.value })}
      />
      <Checkbox
        label={words.image.decoration}
        checked={fields.isDecoration}
        onChange={(event) => set({ isDecoration: event.currentTarget.checked })}
      />
      <NumberInput
        label={words.image.width}
        description={words.image.widthText}
        min={16}
        max={600}
        clampBehavior="strict"
        allowDecimal={false}
        value={fields.width}
        onChange={(width) => set({ width: width === '' ? '' : Number(width) })}
      />
      <LinkField label={words.image.link} {...props} />
    </>
  );
}

export function ButtonFields(props: FieldsProps) {
  const { fields, set } = props;
  return (
    <>
      <TextInput
        label={words.button.label}
        data-autofocus
        required
        maxLength={200}
        value={fields.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <LinkField label={words.button.link} required {...props} />
      <ColorField
        label={words.button.color}
        description={words.button.colorText}
        format="hex"
        value={fields.color}
        onChange={(color) => set({ color })}
      />
    </>
  );
}

function LinkField({
  label,
  required = false,
  fields,
  set,
  errors,
}: FieldsProps & { readonly label: string; readonly required?: boolean }) {
  return (
    <TextInput
      label={label}
      description={words.link.addressText}
      required={required}
      error={errors['link']}
      value={fields.link}
      onChange={(event) => set({ link: event.currentTarget.value })}
    />
  );
}

export function SocialFields({ fields: { services }, set, errors }: FieldsProps) {
  return Object.entries(words.services).map(([service, label], index) => (
    <TextInput
      key={service}
      label={label}
      description={index === 0 ? words.social.text : undefined}
      data-autofocus={index === 0 ? true : undefined}
      error={errors[service]}
      value={services[service] ?? ''}
      onChange={(event) => set({ services: { ...services, [service]: event.currentTarget.value } })}
    />
  ));
}
