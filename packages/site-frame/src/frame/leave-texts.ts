/** Words of the question before a page with unsaved work is left. A site's catalogue takes them in. */
export const leaveTexts = {
  title: 'Leave this page?',
  text: 'What you changed here is not kept.',
  go: 'Leave',
  stay: 'Stay here',
} as const

export type LeaveTexts = Readonly<Record<keyof typeof leaveTexts, string>>

/** Words of the question before a dialog box is closed with what was typed in it. */
export const discardTexts: LeaveTexts = {
  title: 'Discard what you typed?',
  text: 'What you typed here is not kept.',
  go: 'Discard',
  stay: 'Go on writing',
}
