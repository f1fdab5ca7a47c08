/** The words of the page on which authors write to their learners. */
export const messageTexts = {
  title: 'Write to the learners',
  heading: (course: string) => `Write to the learners of “${course}”`,
  lead: 'A mail to everybody who began this course. Each has a link that ends such mails; answers come to your own address.',
  learners: (count: number) => (count === 1 ? '1 learner would get it.' : `${count} learners would get it.`),
  left: (count: number) =>
    count === 0
      ? 'You sent as many messages today as a course may.'
      : count === 1
        ? 'You can send 1 more message today.'
        : `You can send ${count} more messages today.`,
  subject: 'Subject',
  text: 'Message',
  textHint: 'Plain text. An empty line begins a new paragraph.',
  preview: 'See the mail',
  previewHeading: 'The mail',
  send: (count: number) => (count === 1 ? 'Send it to 1 learner' : `Send it to ${count} learners`),
  sent: 'The message is on its way.',
  nobody: 'Nobody has begun this course yet.',
  past: 'Messages',
  none: 'No message was sent yet.',
  columns: { sent: 'Sent', subject: 'Subject', by: 'By', state: 'How far it is' },
  state: (one: {
    learners: number
    waiting: number
    delivered: number
    failed: number
    passedOver: number
  }) =>
    [
      `${one.delivered} of ${one.learners} delivered`,
      ...(one.waiting > 0 ? [`${one.waiting} waiting`] : []),
      ...(one.failed > 0 ? [`${one.failed} failed`] : []),
      ...(one.passedOver > 0 ? [`${one.passedOver} had ended these mails`] : []),
    ].join(', '),
  nobodyAnyMore: 'Somebody who is gone',
  back: 'Back to the course',
} as const
