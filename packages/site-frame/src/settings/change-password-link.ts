import { redirect } from 'react-router'

/** `/change_password` leads to that pane of the settings, whether the user is logged in or not. */
export const loader = () => redirect('/settings/change_password')
