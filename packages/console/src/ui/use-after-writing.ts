import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * For a dialog above all others (`isAboveAll`) that opens by itself and takes the focus: it waits while the user writes in a field, until
 * another place is clicked or focused by keyboard, or Enter submits the input. However long a pause is, the next letters belong to the field.
 * It also waits when the user begins to write while its code is loaded: the next letters would become part of the password.
 *
 * @returns whether what is wanted may be shown
 */
export function useAfterWriting(isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false);
  const isWriting = useRef(false);
  const waits = useRef(false);
  useEffect(() => {
    let isPressed = false;
    const set = (writes: boolean) => {
      isWriting.current = writes;
      if (waits.current) setReady(!writes);
    };
    const onKey = ({ target, key, isComposing }: KeyboardEvent) =>
      set(isField(target) && !(key === 'Enter' && !isComposing && target instanceof HTMLInputElement));
    // Without keys: what is pasted by mouse or dictated.
    const onInput = ({ target }: Event) => {
      if (isField(target)) set(true);
    };
    const onClick = ({ target }: Event) => {
      if (!isField(target)) set(false);
    };
    // A press moves the focus before its click: a dialog between the two would take the click.
    const onFocus = (event: Event) => {
      if (!isPressed) onClick(event);
    };
    const onPress = ({ type }: Event) => {
      isPressed = type === 'pointerdown';
    };
    const listeners = {
      ...{ keydown: onKey, input: onInput, click: onClick, focusin: onFocus },
      ...{ pointerdown: onPress, pointerup: onPress, pointercancel: onPress },
    };
    const each = Object.entries(listeners) as [string, EventListener][];
    for (const [type, listener] of each) window.addEventListener(type, listener, true);
    return () => {
      for (const [type, listener] of each) window.removeEventListener(type, listener, true);
    };
  }, []);
  useLayoutEffect(() => {
    waits.current = isWanted;
    setReady(isWanted && !isWriting.current);
  }, [isWanted]);
  return isWanted && isReady;
}

/** What letters are typed into. */
const fields =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"])';

/** A field of the page. Fields of the dialog itself do not count: the user is meant to write in them. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(fields) !== null && target.closest('[data-above-all]') === null;
