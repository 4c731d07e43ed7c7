/** Far enough away that no sweep of a running service touches a row. */
export const later = (): Date => new Date(Date.now() + 30 * 86_400_000);
