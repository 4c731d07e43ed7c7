import { Group, SegmentedControl, Switch } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { content as contentWords } from '../../texts/email';
import { inertDocument, removeRemoteImages, showScheme } from '../../ui/inert-document';
import classes from './emails.module.css';

/** Pixels; what is longer scrolls. */
const heights = { min: 160, max: 900 };

/** As high as the email, within bounds. */
function fitHeight(frame: HTMLIFrameElement | null): void {
  if (!frame?.contentDocument) return;
  // First low: a document is at least as high as its window.
  frame.style.height = `${heights.min}px`;
  const { scrollHeight } = frame.contentDocument.documentElement;
  frame.style.height = `${Math.min(Math.max(scrollHeight, heights.min), heights.max)}px`;
}

const widths = ['320', '600', 'full'] as const;

/**
 * The email as a mail client shows it. The frame comes from the gateway with a policy of its own: no scripts, no forms, and no
 * request but for images, when they are asked for. The console is of the same origin and writes the email into it.
 */
export function EmailPreview({
  html,
  showsImages = false,
  asRecipient,
}: {
  readonly html: string;
  /** From the start: it is the reader's own email. */
  readonly showsImages?: boolean;
  /** Makes its document, in which links work and count as where the email arrives. Without it, looking does not count. */
  readonly asRecipient?: typeof inertDocument;
}) {
  const [width, setWidth] = useState<string>('full');
  const [isDark, setDark] = useState(false);
  const [withImages, setWithImages] = useState(showsImages);
  const frame = useRef<HTMLIFrameElement>(null);
  const write = useCallback(() => {
    const page = frame.current?.contentDocument;
    // Before the frame has loaded, its document is an empty one, without the policy.
    if (!page || page.URL === 'about:blank') return;
    const frameWindow = page.defaultView;
    if (frameWindow === null) return;
    const parser = new frameWindow.DOMParser();
    const email = (asRecipient ?? inertDocument)(html, parser);
    if (!withImages) removeRemoteImages(email);
    showScheme(email, isDark ? 'dark' : 'light');
    page.replaceChild(page.adoptNode(email), page.documentElement);
    fitHeight(frame.current);
  }, [html, withImages, isDark, asRecipient]);
  useEffect(write, [write]);
  useEffect(() => fitHeight(frame.current), [width]);
  return (
    <>
      <div className={classes.frameBar}>
        <SegmentedControl
          size="xs"
          aria-label={contentWords.width}
          value={width}
          onChange={setWidth}
          data={widths.map((value) => ({
            value,
            label: value === 'full' ? contentWords.fullWidth : `${value} px`,
          }))}
        />
        <Group gap="md">
          <Switch
            size="xs"
            label={contentWords.dark}
            checked={isDark}
            onChange={(event) => setDark(event.currentTarget.checked)}
          />
          <Switch
            size="xs"
            label={contentWords.remoteImages}
            checked={withImages}
            onChange={(event) => setWithImages(event.currentTarget.checked)}
          />
        </Group>
      </div>
      <div className={classes.frameBox}>
        <iframe
          ref={frame}
          title={contentWords.tabs.preview}
          className={classes.frame}
          style={{ maxWidth: width === 'full' ? '100%' : `${width}px` }}
          sandbox={
            asRecipient
              ? 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
              : 'allow-same-origin'
          }
          src={`/console/frame${asRecipient ? '/links' : ''}${withImages ? '/remote-images' : ''}`}
          onLoad={write}
        />
      </div>
    </>
  );
}
