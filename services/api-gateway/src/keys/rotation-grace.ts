/** A key or secret that was replaced goes on for a day: time to bring the new one everywhere. */
export const ROTATION_GRACE_MS = 24 * 3_600_000;
