import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { editorTexts } from '../texts/editor';
import { FormModal } from '../ui/form-modal';
import { asLink, isLink } from './document-links';

const { link: words, apply } = editorTexts;

/** The link of the selected text; without a selection, the address itself is written. */
export function LinkForm({ editor, close }: { readonly editor: Editor; readonly close: () => void }) {
  const [{ href: before = '' }] = useState(() => editor.getAttributes('link') as { href?: string });
  const [address, setAddress] = useState(before);
  const [isInvalid, setInvalid] = useState(false);
  const set = () => {
    const href = asLink(address);
    setInvalid(!isLink(href));
    if (!isLink(href)) return;
    const chain = editor.chain().focus();
    if (editor.state.selection.empty && before === '') {
      chain
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else {
      chain.extendMarkRange('link').setLink({ href }).run();
    }
    close();
  };
  return (
    <FormModal
      opened
      close={close}
      title={words.title}
      action={apply}
      submit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        set();
      }}
      change={{ error: null, isPending: false, reset: () => {} }}
    >
      <TextInput
        label={words.address}
        description={words.addressText}
        data-autofocus
        required
        error={isInvalid && words.invalid}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      {before !== '' && (
        <Button
          variant="subtle"
          color="red"
          w="fit-content"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            close();
          }}
        >
          {words.remove}
        </Button>
      )}
    </FormModal>
  );
}
