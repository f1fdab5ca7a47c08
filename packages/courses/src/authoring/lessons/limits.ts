/** Characters of each field of a lesson. The transcript is some three hours of speech. */
export const lessonLengths = {
  title: 200,
  description: 2_000,
  instructor: 200,
  transcript: 150_000,
  videoUrl: 2_000,
  quizName: 200,
  picture: 300,
} as const

/** Pictures of a lesson. */
export const mostPictures = 12

/** The longest video, in seconds: a day. */
export const longestVideo = 86_400

/** A picture that was uploaded here, or one of this site's own. */
export const uploadedPicture = /^\/(?!\/)(?!.*\.\.)[\w./~-]+$/

/** What an author is told of a field. The page says it before the server does. */
export const lessonSentences = {
  title: 'Please give the lesson a title.',
  quizName: 'Please give the quiz a name.',
  picture: 'Please upload the picture here first.',
  tooLong: 'This is too long.',
} as const
