import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import { Link } from 'react-router'
import classes from './settings-link.module.css'

/** The link to the settings, labelled with the user's address; on a phone the icon only. */
export function SettingsLink({ email, label }: { email: string; label: string }) {
  return (
    <Link to="/settings/profile" className={classes.link} title={label} aria-label={`${label}: ${email}`}>
      <IconSettings size={18} aria-hidden />
      <span className={classes.email}>{email}</span>
    </Link>
  )
}
