/** Words of alerts: choosing them beside a saved search, and ending them by the link of a mail. */

export const alertTexts = {
  label: 'Mail me what is new',
  hint: 'One mail tells of all your searches. It comes only when something is new.',
  never: 'Never',
  rhythms: { import: 'After each import', daily: 'Once a day', weekly: 'Once a week' },
  marks: { import: 'alert after imports', daily: 'alert daily', weekly: 'alert weekly' },
  stopTitle: 'Your alerts',
  stopLead: 'You are mailed what is new in these saved searches. Nothing has been changed yet.',
  none: 'You are mailed about no saved search.',
  missing: 'This link does not work. You can end your alerts beside your saved searches.',
  stop: 'Stop',
  stopLabel: (name: string) => `Stop alerts of ${name}`,
  stopAll: 'Stop all alerts',
  stopped: 'You will not be mailed about that any more.',
  toSearches: 'To your saved searches',
} as const
