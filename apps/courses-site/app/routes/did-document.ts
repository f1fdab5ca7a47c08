import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import type { Route } from './+types/did-document'

/** `/.well-known/did.json`: where `did:web` looks for the keys of the issuer. */
export async function loader({ context }: Route.LoaderArgs) {
  const document = await forPage(context, serverApi(context).GET('/api/certificates/issuer', {}).then(unwrap))
  return new Response(JSON.stringify(document), {
    headers: {
      'content-type': 'application/did+json',
      'cache-control': 'public, max-age=300',
      // Verifiers in browsers of other sites ask for it.
      'access-control-allow-origin': '*',
    },
  })
}
