import { Link } from '@tanstack/react-router';
import { texts } from '../texts/texts';
import classes from './ui.module.css';

/** A start that is more than an empty form: what it creates, in a sentence. */
export type Recipe = { readonly title: string; readonly text: string } & (
  { readonly run: () => void } | { readonly to: string; readonly search?: Readonly<Record<string, string>> }
);

/** What an empty list offers beside its button. */
export function Recipes({ recipes }: { readonly recipes: readonly Recipe[] }) {
  return (
    <ul className={classes.recipes} aria-label={texts.list.recipes}>
      {recipes.map((recipe) => {
        const { title, text } = recipe;
        const content = (
          <>
            <strong>{title}</strong>
            {text}
          </>
        );
        return (
          <li key={title}>
            {'run' in recipe ? (
              <button type="button" className={classes.recipe} onClick={recipe.run}>
                {content}
              </button>
            ) : (
              <Link to={recipe.to} search={recipe.search ?? {}} className={classes.recipe}>
                {content}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
