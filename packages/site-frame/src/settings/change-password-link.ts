import { redirect } from 'react-router'

/** `/change_password` is that pane of the settings, for who is logged in and who is not. */
export const loader = () => redirect('/settings/change_password')
