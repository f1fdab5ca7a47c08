/** Words of files for other programs, and of downloads that are several files. */
export const fileTexts = {
  madeFor: 'Made for',
  presets: { none: 'Any program', hubspot: 'HubSpot', salesforce: 'Salesforce' },
  about: {
    hubspot:
      'CSV with the column names of HubSpot. Its free tools take 20 MB a file: more come as several files in a ZIP.',
    salesforce:
      'CSV with the column names of Salesforce. It takes 50,000 leads at a time: more come as several files in a ZIP. It demands a Last Name and a Company: Last Name is the last word of the contact’s name, Company is the contact where there is none, and “[not provided]” stands where we know neither.',
  },
  rowsPerFile: 'Rows in each file',
  rowsPerFileHint: 'Empty: one file',
  rowsPerFileBad: 'Type a whole number from 100 to 1,000,000.',
  zipOf: (files: number) => `A ZIP of ${files} ${files === 1 ? 'file' : 'files'}`,
  part: (rows: string, size: string) => `${rows} ${rows === '1' ? 'row' : 'rows'}, ${size}`,
  filled: (column: string, rows: number) =>
    `${column} was blank in ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'} and was filled in.`,
} as const
