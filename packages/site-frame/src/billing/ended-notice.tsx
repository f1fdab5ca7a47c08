import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useSite } from '../frame/site-context.ts'
import { Notice } from './notice.tsx'
import { subscribePath } from './subscribe-path.ts'

/** The subscription has ended: users who may choose a plan begin again here, the others are told who may. */
export function EndedNotice({ canChange }: { canChange: boolean }) {
  const { texts } = useSite()
  const { billing } = texts.billing
  return (
    <Notice title={billing.canceled}>
      <Text>{canChange ? billing.canceledText(texts.inAccount.kept) : billing.adminNote}</Text>
      {canChange ? (
        <Button component={Link} to={subscribePath}>
          {billing.choose}
        </Button>
      ) : null}
    </Notice>
  )
}
