import { Anchor } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'

const flag = 'hasCode'

/** Whether the visitor has said that a code is there already: then the page asks for it without sending one. */
export function useHasCode(): boolean {
  const [params] = useSearchParams()
  return params.has(flag)
}

/**
 * Says so, for whoever comes back with a code: the page that had it sent was loaded again, or is open on another device.
 * `also` are flags that the address gets beside this one.
 */
export function CodeAgain({ label, also = [] }: { label: string; also?: readonly string[] }) {
  const [params] = useSearchParams()
  const to = new URLSearchParams(params)
  for (const name of [flag, ...also]) to.set(name, '')
  return (
    <Anchor component={Link} to={`?${to}`} replace w="fit-content">
      {label}
    </Anchor>
  )
}
