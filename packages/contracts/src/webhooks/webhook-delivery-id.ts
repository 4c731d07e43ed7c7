import { hash } from 'node:crypto';

/** Hex digits of a UUID that hold the time: 48 bits in milliseconds (RFC 9562, section 5.7). */
const timeDigits = 12;

/**
 * The id of the delivery of an event to an endpoint: always the same one, so that fanning out twice makes one row
 * and every attempt carries the same `postrider-delivery-id`.
 *
 * A UUIDv8 (RFC 9562, section 5.8) with the event id's time in front, which puts the delivery into the partition
 * of the event's week and keeps ids in the order of events; the rest is SHA-256 of both ids.
 */
export function webhookDeliveryId(eventId: string, endpointId: string): string {
  const time = eventId.replaceAll('-', '').slice(0, timeDigits).toLowerCase();
  const digest = hash('sha256', `${eventId.toLowerCase()}:${endpointId.toLowerCase()}`, 'hex');
  const variant = ((Number.parseInt(digest.slice(6, 7), 16) & 0b0011) | 0b1000).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `8${digest.slice(0, 3)}`,
    `${variant}${digest.slice(3, 6)}`,
    digest.slice(7, 19),
  ].join('-');
}
