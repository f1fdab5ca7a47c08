import { Alert } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { impersonationTexts } from '../admin/impersonation-texts.ts'
import classes from './held-while-acting.module.css'
import { useSiteData } from './site-data.ts'

/**
 * What nobody may do as somebody else: while a super admin does, it is shown with a note, and none of its fields and
 * buttons can be used. Links can.
 */
export function HeldWhileActing({ children }: { children: ReactNode }) {
  const noteId = useId()
  const isActing = (useSiteData()?.me.impersonatedBy ?? null) !== null
  if (!isActing) return children
  return (
    <>
      <Alert id={noteId} role="note" color="yellow" mb="md">
        {impersonationTexts.held}
      </Alert>
      <fieldset disabled aria-describedby={noteId} className={classes.held}>
        {children}
      </fieldset>
    </>
  )
}
