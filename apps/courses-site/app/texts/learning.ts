/** The words of a learner's own progress. */
export const learningTexts = {
  title: 'My progress',
  lead: 'What you have watched and answered. It is yours: take it along, or keep it here.',
  minutes: 'Minutes watched',
  finished: 'Lessons finished',
  due: 'Your organization asks for it by',
  scores: 'Your last score in each lesson',
  byWeek: 'Lessons you finished, by week',
  noScore: 'None yet',
  nothing: 'You have not finished a lesson yet. Once you do, you see it here.',
  begin: 'Go to the lessons',
  takeAlong: 'Take your record along',
  csv: 'As a table (CSV)',
  xapi: 'As xAPI statements',
} as const
