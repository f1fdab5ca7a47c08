import { rejectReasons } from '@freeor/leads/import/file/reject-kind'

/** Words of the page that says how good a dataset is. */

export const qualityTexts = {
  title: (name: string) => `Quality of ${name}`,
  pageTitle: 'Quality of the data',
  link: 'Quality of the data',
  linkOf: (name: string) => `Quality of ${name}`,
  lead: 'What is in it and what is not, counted over all leads of the version that is searched now.',
  leads: 'Leads',
  version: 'Version',
  imported: 'Imported',
  placed: 'With a place on the map',
  columns: 'Filled cells',
  column: 'Column',
  filled: 'Filled',
  share: 'Share',
  distinct: 'Values',
  none: '–',
  contact: 'contact, hidden until the lead is yours',
  numbers: 'Telephone numbers',
  onRegistry: (label: string, marked: string, filled: string) =>
    `${label}: ${marked} of ${filled} numbers are on the do-not-call registry.`,
  years: 'By year',
  yearsOf: {
    1: (label: string) => `${label}, leads by year`,
    10: (label: string) => `${label}, leads by decade`,
    100: (label: string) => `${label}, leads by century`,
  },
  yearsFrom: (from: string, to: string) => `${from} to ${to}`,
  sameBusiness: (leads: string, businesses: string) =>
    `${leads} leads are ${businesses} businesses: some stand in it more than once, and are paid once.`,
  eachItsOwn: 'Each lead is another business: none was found twice.',
  rejectedBy: 'Why rows of the last import were rejected',
  reasons: rejectReasons,
  imports: 'Imports',
  importsLead:
    'Every row of a file was stored or rejected. Rows of people on the do-not-contact list are rejected.',
  rowsIn: 'Rows in the file',
  rowsStored: 'Stored',
  rowsRejected: 'Rejected',
  rowsOptedOut: 'Do not contact',
  duplicates: 'Same identity',
  added: 'New',
  changed: 'Changed',
  gone: 'Gone',
  noImports: 'No import of this dataset is recorded.',
  unreadable: 'Cells that could not be read',
  unreadableIn: (label: string, cells: string) => `${label}: ${cells}`,
  empty: 'This dataset has no leads yet.',
  search: 'Search this dataset',
} as const
