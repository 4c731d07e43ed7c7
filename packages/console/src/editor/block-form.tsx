import { Checkbox, NumberInput, Select } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState, type FormEvent } from 'react';
import { editorTexts as words } from '../texts/editor';
import { FormModal } from '../ui/form-modal';
import { ButtonFields, ImageFields, SocialFields, type Fields, type FieldsProps } from './block-fields';
import { insertBlock } from './block-range';
import { asLink, isImageUrl, isLink } from './document-links';
import type { DocumentAlign, FormBlock, SocialLink } from './document-types';
import { positionOf, type SelectedBlock } from './selected-block';

/** Inserts a block, or changes one. */
export function BlockForm({
  editor,
  type,
  existing,
  close,
}: {
  readonly editor: Editor;
  readonly type: FormBlock;
  readonly existing: SelectedBlock | null;
  readonly close: () => void;
}) {
  const [fields, setFields] = useState(() => fieldsOf(existing));
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
      {type === 'image' && <ImageFields {...props} isNew={existing === null} />}
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

function fieldsOf(existing: SelectedBlock | null): Fields {
  const data = existing?.data ?? {};
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  const links = (data['links'] ?? []) as readonly SocialLink[];
  return {
    ...{ src: text('src'), alt: text('alt'), link: text('link'), label: text('label'), color: text('color') },
    align: text('align') || 'left',
    isDecoration: data['alt'] === '' && existing?.isUndescribed !== true,
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
  const position = existing === null ? null : positionOf(editor, existing);
  if (position === null) {
    insertBlock(editor, { type, attrs });
    return;
  }
  const { tr } = editor.state;
  editor.view.dispatch(tr.setNodeMarkup(position, undefined, attrs));
}
