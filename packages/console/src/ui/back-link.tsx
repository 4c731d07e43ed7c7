import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useEscapeBack, useReturn } from './use-back';
import classes from './ui.module.css';

/** To the list that the page belongs to, as it was left; Escape does the same. */
export function BackLink({ to, label }: { readonly to: string; readonly label: string }) {
  const { search, goBack } = useReturn(to);
  useEscapeBack(goBack);
  const follow = (event: MouseEvent) => {
    // In a tab of its own it is a link like others.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goBack();
  };
  return (
    <Link to={to} search={search} className={classes.back} onClick={follow}>
      <ArrowLeft size={13} aria-hidden /> {label}
    </Link>
  );
}
