import { redirect } from 'react-router'

/** There is no quiz without its id. */
export const loader = () => redirect('/quizzes')
