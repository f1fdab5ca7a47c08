import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { texts } from '../texts.ts'
import classes from './mail-us.module.css'

/** The support address, as a link and as a text that can be copied. */
export function MailUs() {
  const address = useSiteData()?.supportEmail
  if (!address) return null
  return (
    <p className={classes.card}>
      <span>{texts.mailUs}</span>
      <a href={`mailto:${address}`}>{address}</a>
    </p>
  )
}
