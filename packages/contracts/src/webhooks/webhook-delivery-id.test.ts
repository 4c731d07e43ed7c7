import { isId, newId } from '../ids/ids';
import { webhookDeliveryId } from './webhook-delivery-id';

const eventId = '01939c3a-7b10-7abc-8def-0123456789ab';
const endpointId = '01939c00-0000-7000-8000-000000000001';

describe('delivery id', () => {
  it('is the same for the same event and endpoint, however they are written', () => {
    expect(webhookDeliveryId(eventId, endpointId)).toBe(webhookDeliveryId(eventId.toUpperCase(), endpointId));
  });

  it('differs by event and by endpoint', () => {
    const ids = new Set<string>();
    for (let n = 0; n < 1_000; n += 1) {
      ids.add(webhookDeliveryId(eventId, newId()));
      ids.add(webhookDeliveryId(newId(), endpointId));
    }
    expect(ids.size).toBe(2_000);
  });

  it('begins with the time of the event, so that it lies in the same weekly partition', () => {
    expect(webhookDeliveryId(eventId, endpointId).slice(0, 13)).toBe('01939c3a-7b10');
  });

  it('is a UUID of version 8 and the RFC variant', () => {
    for (let n = 0; n < 200; n += 1) {
      const id = webhookDeliveryId(newId(), newId());
      expect(isId(id)).toBe(true);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});
