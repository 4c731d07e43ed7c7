import { z } from 'zod';
import { contactResource } from '../contacts/contact-list';
import { countOrNull, objectName, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { filterExample, segmentFilter } from './segment';

export const previewSegmentRequest = z.object({ filter: segmentFilter }).meta({
  id: 'PreviewSegmentRequest',
  description: 'A filter to try.',
  examples: [{ filter: filterExample }],
});

export const segmentPreview = z
  .object({
    object: objectName('segment_preview'),
    contact_count: countOrNull(
      'Number of contacts that meet the filter. Null while many contacts are being counted.',
      412,
    ),
    counted_at: timeOrNull('When `contact_count` was counted. Null until then.', sample.acceptedAt),
    samples: z.array(contactResource).meta({
      description:
        'Up to ten contacts that meet the filter, newest first, from the newest 2,000 contacts of the organization.',
    }),
  })
  .meta({ id: 'SegmentPreview', description: 'What a filter matches now.' });
