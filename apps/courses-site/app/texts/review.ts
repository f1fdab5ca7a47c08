const questions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

/** The words of the daily review. */
export const reviewTexts = {
  title: 'Keep it',
  heading: 'Keep it',
  about:
    'Questions that you missed can come back, a few a day, each just before you would forget it. They change no grade, and no mail is sent.',
  lead: 'A few of the questions you missed, each just before you would forget it. Nothing here changes a grade.',
  start: 'Let missed questions come back',
  stop: 'Stop these reviews',
  check: 'Check my answer',
  again: (date: string) => `This question comes back on ${date}.`,
  nextQuestion: 'Next question',
  finish: 'Finish',
  none: 'Nothing is due today.',
  dayDone: 'That is enough for today. The rest comes back tomorrow.',
  progress: 'What you keep',
  due: (count: number) => `${questions(count)} due now`,
  learning: (count: number) => `${questions(count)} being learned`,
  kept: (count: number) => `${questions(count)} kept for three weeks or longer`,
  next: (date: string) => `The next one comes back on ${date}.`,
} as const
