import { Brand } from './brand';

/** The frame before the session is known. `index.html` has the same, for the time before any script is loaded. */
export function FrameSkeleton() {
  return (
    <div className="first-frame">
      <div>
        <Brand />
      </div>
    </div>
  );
}
