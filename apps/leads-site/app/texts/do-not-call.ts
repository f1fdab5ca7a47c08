/** Words of the do-not-call registry: in searches, and before a download. */
export const doNotCallTexts = {
  title: 'Do-not-call registry',
  leaveOut: 'Leave out leads with a number on the registry',
  state: (numbers: string, days: string) =>
    `${numbers} numbers, obtained ${days === '0' ? 'today' : days === '1' ? 'yesterday' : `${days} days ago`}.`,
  old: 'This registry is more than 31 days old: calls may not rely on it any more (16 CFR 310.4(b)(3)(iv)).',
  on: 'on the do-not-call registry',
  warning: (leads: string) =>
    leads === '1'
      ? '1 lead in this file has a number on the do-not-call registry.'
      : `${leads} leads in this file have a number on the do-not-call registry.`,
  marked: (date: string) =>
    `The file says so beside each number, by the registry of ${date}. To leave them out, filter the search by dnc:no.`,
  none: (date: string) => `No number in this file is on the do-not-call registry of ${date}.`,
} as const
