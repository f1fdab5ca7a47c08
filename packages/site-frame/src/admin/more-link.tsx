import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

/** To the next page of a list, if there is one. */
export function MoreLink({ to, label }: { to: string | null; label: string }) {
  if (to === null) return null
  return (
    <Anchor component={Link} to={to} w="fit-content">
      {label}
    </Anchor>
  )
}
