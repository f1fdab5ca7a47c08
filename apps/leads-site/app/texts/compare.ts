/** Words of the page that compares two saved searches. */

export const compareTexts = {
  title: 'Compare two searches',
  lead: 'How many leads each finds alone, and how many both find, in the data of now.',
  link: 'Compare two searches',
  first: 'First search',
  second: 'Second search',
  choose: 'Choose a search',
  compare: 'Compare',
  tooFew: 'Save two searches of one dataset first.',
  figures: 'Leads found',
  onlyIn: (name: string) => `Only in “${name}”`,
  inBoth: 'In both',
  share: (percent: string) => `${percent} of all`,
  nothing: 'Neither search finds a lead now.',
  byState: 'By state',
  state: 'State',
  noState: 'Without a state',
  mapOf: (part: string) => `${part}, by state`,
} as const
