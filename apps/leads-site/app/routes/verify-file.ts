import script from 'virtual:verifier-script'
import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { offlineFile } from '@freeor/site-frame/frame/offline-page'
import { requestContext } from '@freeor/site-frame/frame/request-context'
import { verifierPage } from '../receipts/verifier/verifier-page.ts'
import type { Route } from './+types/verify-file'

/** `verify-receipt.html` with the keys of today: a file to keep, which needs neither this site nor a network. */
export async function loader({ context }: Route.LoaderArgs) {
  const { keys } = await forPage(context, serverApi(context).GET('/api/log/keys', {}).then(unwrap))
  const { siteUrl } = context.get(requestContext)
  return offlineFile('verify-receipt.html', verifierPage({ script, keys, siteUrl, now: new Date() }))
}
