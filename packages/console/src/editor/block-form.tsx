import { Button, Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState, type FormEvent } from 'react';
import { editorTexts as words } from '../texts/editor';
import { ColorField } from '../ui/color-field';
import { FormModal } from '../ui/form-modal';
import { asLink, isImageUrl, isLink } from './document-links';
import type { DocumentAlign, FormBlock, SocialLink } from './document-types';
import type { SelectedBlock } from './selected-block';

/** What the fields of all blocks hold; each block reads its own. */
interface Fields {
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

interface FieldsProps {
  readonly fields: Fields;
  readonly set: (changed: Partial<Fields>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** Inserts a block, or changes one. */
export function BlockForm({
  editor,
  type,
  existing,
  close,
  onPickImage,
}: {
  readonly editor: Editor;
  readonly type: FormBlock;
  readonly existing: SelectedBlock | null;
  readonly close: () => void;
  readonly onPickImage?: (() => Promise<string | null>) | undefined;
}) {
  const [fields, setFields] = useState(() => fieldsOf(existing?.data ?? {}));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const props: FieldsProps = {
    fields,
    errors,
    set: (changed) => setFields((before) => ({ ...before, ...changed })),
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The page's own form around the editor is another one.
    event.stopPropagation();
    const problems = problemsOf(type, fields);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    write(editor, { type, existing, data: dataOf(type, fields) });
    close();
  };
  return (
    <FormModal
      opened
      close={close}
      title={words.blocks[type]}
      action={existing === null ? words.add : words.apply}
      submit={submit}
      change={{ error: null, isPending: false, reset: () => {} }}
    >
      {type === 'image' && <ImageFields {...props} onPickImage={onPickImage} />}
      {type === 'button' && <ButtonFields {...props} />}
      {type === 'spacer' && (
        <NumberInput
          label={words.spacer.height}
          data-autofocus
          min={4}
          max={120}
          clampBehavior="strict"
          allowDecimal={false}
          value={fields.height}
          onChange={(height) => props.set({ height: Number(height) })}
        />
      )}
      {type === 'social' && <SocialFields {...props} />}
      {type === 'footer' && (
        <Checkbox
          label={words.footer.unsubscribe}
          description={words.footer.text}
          data-autofocus
          checked={fields.unsubscribe}
          onChange={(event) => props.set({ unsubscribe: event.currentTarget.checked })}
        />
      )}
      {['image', 'button', 'social', 'logo'].includes(type) && (
        <Select
          label={words.align}
          allowDeselect={false}
          value={fields.align}
          onChange={(align) => props.set({ align: align ?? 'left' })}
          data={Object.entries(words.alignNames).map(([value, label]) => ({ value, label }))}
        />
      )}
    </FormModal>
  );
}

function ImageFields({
  fields,
  set,
  errors,
  onPickImage,
}: FieldsProps & { readonly onPickImage?: (() => Promise<string | null>) | undefined }) {
  const pick = async () => {
    const src = await onPickImage?.();
    if (src) set({ src });
  };
  return (
    <>
      <Group align="flex-end">
        <TextInput
          flex={1}
          label={words.image.src}
          description={words.image.srcText}
          data-autofocus
          error={errors['src']}
          value={fields.src}
          onChange={(event) => set({ src: event.currentTarget.value })}
        />
        {onPickImage && (
          <Button variant="default" onClick={() => void pick()}>
            {words.image.choose}
          </Button>
        )}
      </Group>
      <TextInput
        label={words.image.alt}
        description={words.image.altText}
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
      <LinkField label={words.image.link} {...{ fields, set, errors }} />
    </>
  );
}

function ButtonFields(props: FieldsProps) {
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

function SocialFields({ fields: { services }, set, errors }: FieldsProps) {
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

function fieldsOf(data: Readonly<Record<string, unknown>>): Fields {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  const links = (data['links'] ?? []) as readonly SocialLink[];
  return {
    ...{ src: text('src'), alt: text('alt'), link: text('link'), label: text('label'), color: text('color') },
    align: text('align') || 'left',
    isDecoration: data['alt'] === '',
    width: typeof data['width'] === 'number' ? data['width'] : '',
    height: typeof data['height'] === 'number' ? data['height'] : 24,
    services: Object.fromEntries(links.map(({ service, link }) => [service, link])),
    unsubscribe: data['unsubscribe'] !== false,
  };
}

function problemsOf(type: FormBlock, { src, link, color, services }: Fields): Record<string, string> {
  const problems: Record<string, string> = {};
  if (type === 'image' && !isImageUrl(src.trim())) problems['src'] = words.image.invalid;
  const isLinkGiven = type === 'button' || (type === 'image' && link.trim() !== '');
  if (isLinkGiven && !isLink(asLink(link))) problems['link'] = words.link.invalid;
  if (type === 'button' && color !== '' && !/^#[0-9a-f]{6}$/i.test(color)) problems['color'] = color;
  if (type !== 'social') return problems;
  const given = Object.entries(services).filter(([, address]) => address.trim() !== '');
  if (given.length === 0) problems['facebook'] = words.social.none;
  for (const [service, address] of given) {
    if (!isLink(asLink(address))) problems[service] = words.link.invalid;
  }
  return problems;
}

function dataOf(type: FormBlock, fields: Fields): object {
  const align = fields.align === 'left' ? {} : { align: fields.align as DocumentAlign };
  const link = fields.link.trim() === '' ? {} : { link: asLink(fields.link) };
  switch (type) {
    case 'image': {
      const alt = fields.isDecoration ? '' : fields.alt.trim();
      const width = fields.width === '' ? {} : { width: fields.width };
      return { src: fields.src.trim(), alt, ...width, ...align, ...link };
    }
    case 'button':
      return {
        label: fields.label.trim(),
        ...link,
        ...align,
        ...(fields.color !== '' && { color: fields.color }),
      };
    case 'spacer':
      return { height: fields.height };
    case 'social':
      return {
        links: Object.keys(words.services)
          .filter((service) => (fields.services[service] ?? '').trim() !== '')
          .map((service) => ({ service, link: asLink(fields.services[service] ?? '') })),
        ...align,
      };
    case 'logo':
      return align;
    case 'footer':
      return { unsubscribe: fields.unsubscribe };
  }
}

function write(
  editor: Editor,
  {
    type,
    existing,
    data,
  }: { readonly type: FormBlock; readonly existing: SelectedBlock | null; readonly data: object },
): void {
  const attrs = type === 'footer' ? data : { data };
  if (existing === null) {
    editor.chain().focus().insertContent({ type, attrs }).run();
    return;
  }
  const { tr } = editor.state;
  editor.view.dispatch(tr.setNodeMarkup(existing.position, undefined, attrs));
}
