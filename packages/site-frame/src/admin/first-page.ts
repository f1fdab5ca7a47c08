import { redirect } from 'react-router'

/** `/admin` is its first page. */
export const loader = () => redirect('/admin/users')
