import { ActionIcon, Divider, Menu, Select, type ActionIconProps } from '@mantine/core';
import { useEditorState, type Editor } from '@tiptap/react';
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  ArrowDown,
  ArrowUp,
  Bold,
  BookmarkPlus,
  Braces,
  Italic,
  Link,
  List,
  ListOrdered,
  Palette,
  Pencil,
  Plus,
  Redo2,
  Settings2,
  Strikethrough,
  Trash2,
  Underline,
  Undo2,
} from 'lucide-react';
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode, Ref } from 'react';
import { useHasRole } from '../session/scope';
import { editorTexts as words } from '../texts/editor';
import classes from './editor.module.css';
import { InsertItems } from './insert-items';
import { footerAround, moveBlock, removeBlock, selectedBlock, type OpenForm } from './selected-block';

interface ToolbarProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly editor: Editor;
  readonly open: (form: OpenForm) => void;
  readonly edit: () => boolean;
  readonly isInserting: boolean;
  readonly setInserting: (isInserting: boolean) => void;
}

/** One stop of the Tab key, in which arrows go from button to button. */
export function Toolbar({ ref, editor, open, edit, isInserting, setInserting }: ToolbarProps) {
  const state = useEditorState({ editor, selector: ({ editor: one }) => stateOf(one) });
  const run = (change: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () =>
    change(editor.chain().focus()).run();
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={words.toolbar}
      className={classes.toolbar}
      onKeyDown={(event) => moveFocus(event, () => editor.commands.focus())}
      onFocus={({ currentTarget, target }) => keepOneStop(currentTarget, target)}
    >
      <InsertMenu opened={isInserting} setOpened={setInserting} editor={editor} open={open} />
      <StyleSelect editor={editor} value={state.style} />
      <Divider orientation="vertical" />
      {marks.map(([name, icon]) => (
        <Tool
          key={name}
          label={words.marks[name]}
          pressed={state[name]}
          onClick={run((chain) => chain.toggleMark(name))}
        >
          {icon}
        </Tool>
      ))}
      <Tool label={words.link.title} pressed={state.link} onClick={() => open({ name: 'link' })}>
        <Link size={16} />
      </Tool>
      <ColorMenu editor={editor} />
      <Tool label={words.variable.insert} onClick={() => open({ name: 'variable' })}>
        <Braces size={16} />
      </Tool>
      <Divider orientation="vertical" />
      <Tool
        label={words.blocks.bulletList}
        pressed={state.bulletList}
        onClick={run((chain) => chain.toggleBulletList())}
      >
        <List size={16} />
      </Tool>
      <Tool
        label={words.blocks.orderedList}
        pressed={state.orderedList}
        onClick={run((chain) => chain.toggleOrderedList())}
      >
        <ListOrdered size={16} />
      </Tool>
      {aligns.map(([align, icon]) => (
        <Tool
          key={align}
          label={words.aligns[align]}
          pressed={state.align === align}
          onClick={run((chain) => alignAll(chain, state.align === align ? null : align))}
        >
          {icon}
        </Tool>
      ))}
      <Divider orientation="vertical" />
      <BlockTools editor={editor} open={open} edit={edit} hasForm={state.hasForm} />
      <Divider orientation="vertical" />
      <Tool label={words.undo} disabled={!state.canUndo} onClick={run((chain) => chain.undo())}>
        <Undo2 size={16} />
      </Tool>
      <Tool label={words.redo} disabled={!state.canRedo} onClick={run((chain) => chain.redo())}>
        <Redo2 size={16} />
      </Tool>
      <Tool label={words.settings} onClick={() => open({ name: 'settings' })}>
        <Settings2 size={16} />
      </Tool>
    </div>
  );
}

const marks = [
  ['bold', <Bold key="bold" size={16} />],
  ['italic', <Italic key="italic" size={16} />],
  ['underline', <Underline key="underline" size={16} />],
  ['strike', <Strikethrough key="strike" size={16} />],
] as const;

const aligns = [
  ['left', <AlignLeft key="left" size={16} />],
  ['center', <AlignCenter key="center" size={16} />],
  ['right', <AlignRight key="right" size={16} />],
] as const;

type Chain = ReturnType<Editor['chain']>;

function alignAll(chain: Chain, align: string | null): Chain {
  return chain.updateAttributes('paragraph', { align }).updateAttributes('heading', { align });
}

function stateOf(editor: Editor) {
  const level = ([1, 2, 3] as const).find((each) => editor.isActive('heading', { level: each }));
  const { align } = editor.getAttributes(level === undefined ? 'paragraph' : 'heading') as { align?: string };
  return {
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    link: editor.isActive('link'),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    align: align ?? null,
    style: level !== undefined ? `heading${level}` : editor.isActive('quote') ? 'quote' : 'paragraph',
    hasForm: selectedBlock(editor) !== null || editor.isActive('footer'),
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
  };
}

/** A button of the toolbar. */
function Tool({
  label,
  pressed,
  children,
  ...props
}: ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, 'color'> & {
    readonly label: string;
    readonly pressed?: boolean;
    readonly children: ReactNode;
  }) {
  return (
    <ActionIcon
      variant={pressed === true ? 'light' : 'subtle'}
      color={pressed === true ? 'accent' : 'gray'}
      aria-label={label}
      title={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      tabIndex={-1}
      // The selection stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      {...props}
    >
      {children}
    </ActionIcon>
  );
}

/** Moves, changes and removes the block around the cursor. */
function BlockTools({
  editor,
  open,
  edit,
  hasForm,
}: Pick<ToolbarProps, 'editor' | 'open' | 'edit'> & { readonly hasForm: boolean }) {
  const canSave = useHasRole('admin');
  return (
    <>
      <Tool label={words.moveUp} onClick={() => moveBlock(editor, -1)}>
        <ArrowUp size={16} />
      </Tool>
      <Tool label={words.moveDown} onClick={() => moveBlock(editor, 1)}>
        <ArrowDown size={16} />
      </Tool>
      <Tool
        label={words.editBlock}
        disabled={!hasForm}
        onClick={() => {
          const footer = footerAround(editor);
          if (!edit() && footer !== null) open({ name: 'block', type: 'footer', existing: footer });
        }}
      >
        <Pencil size={16} />
      </Tool>
      {canSave && (
        <Tool label={words.saved.save} onClick={() => open({ name: 'saveBlocks' })}>
          <BookmarkPlus size={16} />
        </Tool>
      )}
      <Tool label={words.removeBlock} onClick={() => removeBlock(editor)}>
        <Trash2 size={16} />
      </Tool>
    </>
  );
}

function InsertMenu({
  opened,
  setOpened,
  editor,
  open,
}: {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  readonly editor: Editor;
  readonly open: (form: OpenForm) => void;
}) {
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      // Not longer than there is room for: it closes when the toolbar is scrolled away.
      middlewares={{ size: true }}
      returnFocus={false}
      withinPortal
    >
      <Menu.Target>
        <ActionIcon variant="filled" aria-label={words.insert} title={words.insert} tabIndex={0}>
          <Plus size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown
        style={{ overflowY: 'auto' }}
        onKeyDown={({ key }) => key === 'Escape' && setTimeout(() => editor.commands.focus())}
      >
        <InsertItems editor={editor} open={open} />
      </Menu.Dropdown>
    </Menu>
  );
}

function StyleSelect({ editor, value }: { readonly editor: Editor; readonly value: string }) {
  const choose = (style: string | null) => {
    const chain = editor.chain().focus();
    const level = /^heading([123])$/.exec(style ?? '')?.[1];
    if (level !== undefined) chain.setNode('heading', { level: Number(level) }).run();
    else if (style === 'quote') chain.setNode('quote').run();
    else chain.setNode('paragraph').run();
  };
  return (
    <Select
      size="xs"
      w="8rem"
      aria-label={words.style}
      tabIndex={-1}
      allowDeselect={false}
      value={value}
      onChange={choose}
      data={[
        { value: 'paragraph', label: words.blocks.paragraph },
        ...([1, 2, 3] as const).map((level) => ({ value: `heading${level}`, label: words.headings[level] })),
        { value: 'quote', label: words.blocks.quote },
      ]}
    />
  );
}

/** Each can be read on white. */
const colors = {
  ink: '#1f2430',
  gray: '#596172',
  red: '#b42318',
  orange: '#9a4a00',
  green: '#0b6b3a',
  blue: '#1d4ed8',
  purple: '#6d28d9',
} as const;

function ColorMenu({ editor }: { readonly editor: Editor }) {
  return (
    <Menu returnFocus={false} withinPortal>
      <Menu.Target>
        <Tool label={words.color}>
          <Palette size={16} />
        </Tool>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => editor.chain().focus().unsetMark('color').run()}>{words.noColor}</Menu.Item>
        {Object.entries(colors).map(([name, color]) => (
          <Menu.Item
            key={name}
            leftSection={<span className={classes.swatch} style={{ backgroundColor: color }} />}
            onClick={() => editor.chain().focus().setMark('color', { color }).run()}
          >
            {words.colors[name as keyof typeof colors]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const stops = 'button:not(:disabled), input';

function moveFocus(event: KeyboardEvent<HTMLElement>, leave: () => void): void {
  const { key, currentTarget, target } = event;
  // Menus and lists of the toolbar are in other places of the page, and have arrows of their own.
  if (!currentTarget.contains(target as Node)) return;
  if (key === 'Escape' && (target as HTMLElement).getAttribute('aria-expanded') !== 'true') {
    event.preventDefault();
    leave();
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (one) => one.offsetParent !== null || one === target,
  );
  const next = all[(all.indexOf(target as HTMLElement) + step + all.length) % all.length];
  event.preventDefault();
  next?.focus();
}

/** Tab enters the toolbar where it was left. */
function keepOneStop(toolbar: HTMLElement, focused: HTMLElement): void {
  if (!toolbar.contains(focused)) return;
  for (const each of toolbar.querySelectorAll<HTMLElement>(stops)) each.tabIndex = each === focused ? 0 : -1;
}
