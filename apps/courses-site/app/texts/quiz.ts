const questions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

/** The words of the quiz pages. */
export const quizTexts = {
  title: 'Quizzes',
  heading: 'Your quizzes',
  lead: 'Every quiz you have begun, with what you made of it.',
  none: 'You have not begun a quiz yet. There is one after each lesson.',
  toLessons: 'Go to the lessons',
  nothing: {
    current: 'Every quiz is archived.',
    favorites: 'No quiz is marked as a favourite.',
    archived: 'Nothing is archived.',
  },
  show: 'Show',
  current: 'Current',
  archived: 'Archived',
  favorites: 'Favourites',
  inProgress: (percent: number) => `In progress, ${percent}% answered`,
  graded: (score: number, all: number) => `Graded: ${score} of ${all}`,
  gradedOn: (date: string) => `Graded on ${date}`,
  last: (score: number, all: number) => `Last grade: ${score} of ${all}`,
  best: (score: number, all: number) => `Best: ${score} of ${all}`,
  favorite: 'Favourite',
  archive: 'Archive',
  unarchive: 'Take out of the archive',
  didArchive: (name: string) => `“${name}” is archived.`,
  didUnarchive: (name: string) => `“${name}” is no longer archived.`,
  undo: 'Undo',
  close: 'Close',
  notDone: 'That did not work. Please try again.',

  empty: 'There are no questions in this quiz.',
  backToLesson: 'Back to the lesson',
  allQuizzes: 'All quizzes',
  question: (position: number, all: number) => `Question ${position} of ${all}`,
  progress: (answered: number, all: number) => `${answered} of ${all} answered`,
  percent: (percent: number) => `${percent}%`,
  needsScript: 'Answering needs JavaScript, which is off in this browser.',
  opening: 'One moment: your answers are being opened.',
  whileActing: 'You see this quiz as its learner. Only they can answer it.',
  open: 'Not answered yet',
  saving: 'Saving',
  saved: 'Saved',
  waiting: 'Waiting for the network',
  asks: 'Please choose which answer counts',
  allSaved: 'All answers are saved.',
  someWaiting: (count: number) =>
    count === 1
      ? '1 answer waits for the network. It is kept on this device and sent as soon as possible.'
      : `${count} answers wait for the network. They are kept on this device and sent as soon as possible.`,
  someAsk: (count: number) =>
    count === 1 ? 'One question needs your choice.' : `${count} questions need your choice.`,
  signedOut: 'You are signed out. Sign in again in another tab: your answers are kept here until then.',
  notStored: 'This browser keeps nothing on this device. Please stay on this page until everything is saved.',
  conflictTitle: 'Two different answers',
  conflict: (other: string, here: string) =>
    `On another device you chose ${other}, the last answer here is ${here}. Which one counts?`,
  choose: (letter: string) => `${letter} counts`,
  notCounted: (position: number, letter: string) =>
    `Question ${position}, answer ${letter}: not counted, this quiz was already graded.`,
  refusedHere: (position: number, letter: string) =>
    `Question ${position}, answer ${letter}: the server did not take it. Please choose again.`,
  understood: 'I understand',

  grade: 'Grade this quiz',
  gradeTitle: 'Grade this quiz?',
  unanswered: (count: number, positions: string) =>
    `${questions(count)} not answered: ${positions}. Once the quiz is graded, answers cannot change.`,
  gradeAnyway: 'Grade it now',
  goBack: 'Go back',
  gradeWaits: 'Your answers wait for the network. Grade the quiz once they are saved.',
  gradeAsks: 'Please choose first which answers count.',

  score: (score: number, all: number) => `You have ${score} of ${all} right`,
  retake: 'Retake the quiz',
  keep: 'Let the questions you missed come back',
  yours: 'Your answer',
  right: 'Correct answer',
  correct: 'Correct',
  wrong: 'Not correct',
  unansweredOne: 'You did not answer this question.',
  explanation: 'Explanation',
  history: 'Your other attempts',
  report: 'Something is wrong with this question',
  reportLabel: 'What is wrong? The author gets your words, not your name or address.',
  reportSend: 'Send to the author',
  reported: 'Thank you. The author has been told.',
} as const
