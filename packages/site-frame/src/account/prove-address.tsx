import { Alert, Anchor } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useSiteData } from '../frame/site-data.ts'
import type { VerificationTexts } from './verification-texts.ts'
import { proveAddressPath } from './verify-path.ts'

/** Whether the visitor still has to prove their address for an action that needs it. */
export const useMustProveAddress = (): boolean => useSiteData()?.me.user?.emailVerified === false

/** Says that an address must be proven first, and leads to the step and back here. */
export function ProveAddress({ texts }: { texts: VerificationTexts }) {
  const { pathname, search } = useLocation()
  return (
    <Alert color="orange" role="status" title={texts.addressFirst}>
      <Anchor component={Link} to={proveAddressPath(pathname + search)}>
        {texts.confirmAddress}
      </Anchor>
    </Alert>
  )
}
