import { SegmentedControl, Switch, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { inertDocument } from '../ui/inert-document';
import { editorTexts } from '../texts/editor';
import { CodeBlock } from '../ui/copy';
import { Panel } from '../ui/panel';
import classes from './editor.module.css';

const { preview: words } = editorTexts;

interface Rendered {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
}

/** The email as the API renders it, on a screen, on a phone, in the dark scheme and in a list of emails. */
export function EditorPreview({
  rendered,
  sender,
  previewText,
  children,
}: {
  readonly rendered: Rendered;
  /** Null: it is not known yet. */
  readonly sender: string | null;
  readonly previewText: string;
  /** Above the email: as whom it is shown. */
  readonly children?: ReactNode;
}) {
  const [width, setWidth] = useState('desktop');
  const [isDark, setDark] = useState(false);
  const isText = width === 'text';
  return (
    <Panel title={words.title} bare>
      <div className={classes.inbox} aria-label={words.inbox} role="group">
        {sender !== null && (
          <Text size="sm" fw={600}>
            {sender.replace(/\s*<[^>]*>\s*$/, '').replace(/^"|"$/g, '') || sender}
          </Text>
        )}
        <Text size="sm">{rendered.subject || words.noSubject}</Text>
        <Text size="xs" c="dimmed">
          {previewText || beginOf(rendered.text)}
        </Text>
      </div>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={words.width}
          value={width}
          onChange={setWidth}
          data={[
            ...Object.entries(words.widths).map(([value, label]) => ({ value, label })),
            { value: 'text', label: words.text },
          ]}
        />
        {!isText && (
          <Switch
            size="xs"
            label={words.dark}
            checked={isDark}
            onChange={(event) => setDark(event.currentTarget.checked)}
          />
        )}
        {children}
      </div>
      {isText ? (
        <CodeBlock code={rendered.text ?? ''} wrap label={words.textLabel} />
      ) : (
        <Frame html={inScheme(rendered.html ?? '', isDark)} isPhone={width === 'phone'} />
      )}
    </Panel>
  );
}

/** As inboxes begin a mail without a preview text. */
function beginOf(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 140);
}

/** The chosen scheme, whatever that of the console is. */
function inScheme(html: string, isDark: boolean): string {
  return html.replaceAll('(prefers-color-scheme: dark)', isDark ? 'all' : 'not all');
}

/** Pixels. In a narrower window, the columns of an email stand one above the other as on a phone. */
const desktopWidth = 680;
const frameHeight = 640;

/** Written into a frame of the gateway's, whose policy allows images and styles and nothing else. */
function Frame({ html, isPhone }: { readonly html: string; readonly isPhone: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const write = useCallback(() => {
    const page = frame.current?.contentDocument;
    // Before the frame has loaded, its document is an empty one, without the policy.
    if (!page || page.URL === 'about:blank' || page.defaultView === null) return;
    const email = inertDocument(html, new page.defaultView.DOMParser());
    page.replaceChild(page.adoptNode(email), page.documentElement);
  }, [html]);
  useEffect(write, [write]);
  const { ref: stage, width } = useElementSize();
  // Beside the editor there is less room than on a desktop: the email is shown smaller, and not as on a phone.
  const scale = isPhone || width === 0 ? 1 : Math.min(1, width / desktopWidth);
  return (
    <div ref={stage} className={classes.stage} style={{ height: frameHeight }}>
      <iframe
        ref={frame}
        title={words.frame}
        className={`${classes.frame} ${isPhone ? classes.phone : ''} ${scale < 1 ? classes.shrunk : ''}`}
        style={
          scale < 1
            ? { width: desktopWidth, height: frameHeight / scale, transform: `scale(${scale})` }
            : undefined
        }
        sandbox="allow-same-origin"
        src="/console/frame/remote-images"
        onLoad={write}
      />
    </div>
  );
}
