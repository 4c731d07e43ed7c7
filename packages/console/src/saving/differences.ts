import type { ReactNode } from 'react';

export interface Sides<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** How a conflict shows what two people made of a field that is no text: in the words of the page. */
export type Differences<Fields extends object> = {
  readonly [Field in keyof Fields]?: (sides: Sides<Fields[Field]>) => ReactNode;
};
