import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** A verdict in words, with an icon and a color that say the same. */
export function Notice({
  isGood,
  title,
  children,
}: {
  isGood: boolean
  title: string
  children?: ReactNode
}) {
  const Icon = isGood ? IconCheck : IconAlertTriangle
  return (
    <div className={classes.notice} data-good={isGood || undefined}>
      <Icon aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
    </div>
  )
}
