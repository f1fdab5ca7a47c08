import { redirect } from 'react-router'

/** `/lesson` and `/lessons`. */
export const loader = () => redirect('/intro/lesson/1')
