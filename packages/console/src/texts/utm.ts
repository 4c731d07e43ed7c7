/** UTM parameters, of a broadcast or of the organization. */
export const utmTexts = {
  names: {
    source: 'Source (utm_source)',
    medium: 'Medium (utm_medium)',
    campaign: 'Campaign (utm_campaign)',
  },
  example: 'A link becomes',
};
