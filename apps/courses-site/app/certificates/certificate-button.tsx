import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { Anchor, Button } from '@mantine/core'
import { Form, Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './certificate-button.module.css'

export type CertificateButtonProps = {
  readonly courseId: string
  /** Every published lesson has a graded attempt. */
  readonly isComplete: boolean
  /** Of the certificate that was issued, if one was. */
  readonly serial: string | null
  /** A grade in it was corrected since. */
  readonly canRenew?: boolean
}

const { certificate: words } = texts.course

/**
 * Leads to the learner's certificate of a course, or asks for it; nothing while lessons are missing. It says which name
 * will be signed: nobody was asked for one at sign-up.
 */
export function CertificateButton({ courseId, isComplete, serial, canRenew }: CertificateButtonProps) {
  const name = useSiteData()?.me.user?.name
  if (serial !== null)
    return (
      <>
        <Button component={Link} to={`/certificates/${serial}`} size="lg" w="fit-content">
          {words.view}
        </Button>
        {canRenew ? <p>{words.renewHint}</p> : null}
      </>
    )
  if (!isComplete) return null
  return (
    <Form method="post" action={`/course/${courseId}/certificate`} className={classes.form}>
      <Button type="submit" size="lg">
        {words.get}
      </Button>
      {name ? (
        <p className={classes.name}>
          {words.madeOutTo(name)}{' '}
          <Anchor component={Link} to="/settings/profile">
            {words.otherName}
          </Anchor>
        </p>
      ) : null}
    </Form>
  )
}
