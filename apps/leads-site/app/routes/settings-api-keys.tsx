import { loadApiKeys, submitApiKeys } from '@freeor/site-frame/settings/api-keys'
import { ApiKeysPage } from '@freeor/site-frame/settings/api-keys-page'
import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-api-keys'

export const meta: Route.MetaFunction = () => paneMeta(site, 'api_keys')

export const loader = (args: Route.LoaderArgs) => loadApiKeys(args)

export const action = (args: Route.ActionArgs) => submitApiKeys(site, args)

export default function SettingsApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <ApiKeysPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
