/** The mark and the name, as in `icon.svg`. */
export function Brand() {
  return (
    <span className="first-brand">
      <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden>
        <rect width="32" height="32" rx="7" fill="#1d4ed8" />
        <path d="M6 10h20v13H6z" fill="#fff" />
        <path d="m6 10 10 8 10-8" fill="none" stroke="#1d4ed8" strokeWidth="2" />
      </svg>
      Postrider
    </span>
  );
}
