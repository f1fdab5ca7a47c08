/**
 * Separate from the schemas: the validator tries `eval` when it is loaded, and a page's content policy reports that.
 */
export const columnKinds = [
  'text',
  'category',
  'number',
  'money',
  'date',
  'boolean',
  'email',
  'phone',
  'url',
  'state',
  'county',
  'city',
  'zip',
  'lat',
  'lon',
  'id',
] as const
