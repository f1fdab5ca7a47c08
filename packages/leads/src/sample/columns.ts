import type { Column, ColumnKind } from '../schema.ts'

type Flags = Partial<Pick<Column, 'contact' | 'facet' | 'suggest'>>

const define = (
  key: string,
  label: string,
  [group, kind]: readonly [string, ColumnKind],
  flags: Flags = {},
): Column => ({
  key,
  label,
  group,
  kind,
  from: key,
  contact: flags.contact ?? false,
  facet: flags.facet ?? false,
  suggest: flags.suggest ?? false,
})

/** The sample's dictionary, in the order of its columns. */
export const sampleColumns: readonly Column[] = [
  define('business_id', 'Business ID', ['Identifiers', 'id']),
  define('company', 'Company', ['Business', 'text'], { suggest: true }),
  define('industry', 'Industry', ['Business', 'category'], { facet: true, suggest: true }),
  define('naics', 'NAICS', ['Business', 'category'], { facet: true, suggest: true }),
  define('employees', 'Employees', ['Figures', 'number']),
  define('revenue', 'Revenue', ['Figures', 'money']),
  define('founded', 'Founded', ['Figures', 'number']),
  define('contact_name', 'Contact name', ['Contact', 'text'], { contact: true }),
  define('title', 'Title', ['Contact', 'category'], { facet: true, suggest: true }),
  define('email', 'Email', ['Contact', 'email'], { contact: true }),
  define('phone', 'Phone', ['Contact', 'phone'], { contact: true }),
  define('website', 'Website', ['Contact', 'url']),
  define('address', 'Address', ['Location', 'text']),
  define('city', 'City', ['Location', 'city'], { facet: true, suggest: true }),
  define('state', 'State', ['Location', 'state'], { facet: true }),
  define('zip', 'ZIP', ['Location', 'zip']),
  define('county', 'County', ['Location', 'county'], { facet: true, suggest: true }),
  define('latitude', 'Latitude', ['Location', 'lat']),
  define('longitude', 'Longitude', ['Location', 'lon']),
  define('updated', 'Updated', ['Dates', 'date']),
]
