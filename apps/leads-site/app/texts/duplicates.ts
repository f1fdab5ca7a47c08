/** Words of the hint that a search covers an area again. */

export const duplicateTexts = {
  label: 'Seen before',
  savedSame: (name: string, date: string) => `You saved this search on ${date} as “${name}”.`,
  savedArea: (name: string, date: string) => `“${name}”, saved on ${date}, covers the same area.`,
  madeSame: (name: string, date: string, rows: string) =>
    `“${name}” of ${date} holds ${rows} ${rows === '1' ? 'lead' : 'leads'} of this search.`,
  madeArea: (name: string, date: string) => `“${name}”, downloaded on ${date}, covers the same area.`,
  hint: 'You can go on: leads you own cost nothing.',
  remaining: (count: string) =>
    count === '1' ? '1 lead is left after those.' : `${count} leads are left after those.`,
  startAfter: (offset: string) => `Start after the first ${offset}`,
  startsAfter: (offset: string) =>
    offset === '1'
      ? 'The file starts after the first lead.'
      : `The file starts after the first ${offset} leads.`,
  startAtFirst: 'Start at the first lead',
} as const
