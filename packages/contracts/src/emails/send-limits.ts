/** Limits of one send request, in the units their names say. */
export const sendLimits = {
  recipientsMax: 50,
  subjectCharsMax: 998,
  bodyBytesMax: 2_000_000,
  headerValueCharsMax: 1_000,
  headersMax: 100,
  tagsMax: 20,
  tagNameCharsMax: 64,
  tagValueCharsMax: 256,
  kindCharsMax: 64,
  idempotencyKeyCharsMax: 256,
  metadataKeysMax: 20,
  metadataKeyCharsMax: 40,
  metadataValueCharsMax: 500,
  metadataBytesMax: 8_192,
  attachmentsMax: 10,
  attachmentBytesMax: 10_485_760,
  /** As much as 10 MiB of attachments and two bodies need in base64. */
  mimeBytesMax: 16_777_216,
  batchItemsMax: 100,
} as const;
