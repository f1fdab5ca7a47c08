import { redirect } from 'react-router'

/** `/settings` is its first pane. */
export const loader = () => redirect('/settings/profile')
