/** Words of the question before a page with unsaved work is left. A site's catalogue takes them in. */
export const leaveTexts = {
  title: 'Leave this page?',
  text: 'What you changed here is not kept.',
  go: 'Leave',
  stay: 'Stay here',
} as const

export type LeaveTexts = Readonly<Record<keyof typeof leaveTexts, string>>
