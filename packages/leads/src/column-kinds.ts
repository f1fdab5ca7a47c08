/** Apart from the schemas: the validator tries `eval` when it is loaded, which a page's policy reports. */
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
