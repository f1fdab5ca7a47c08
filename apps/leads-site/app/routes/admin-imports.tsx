import type { Dictionary } from '@freeor/leads/schema'
import { AdminFrame } from '@freeor/site-frame/admin/admin-frame'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { PaneHead } from '@freeor/site-frame/frame/pane'
import { requireSuperAdmin } from '@freeor/site-frame/frame/visitor'
import { lazyPart } from '@freeor/ui/lazy-part'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { Skeleton, Title } from '@mantine/core'
import { Suspense } from 'react'
import { listDictionaries } from '../api/dictionaries.ts'
import { listImports } from '../api/imports.ts'
import { ImportList } from '../imports/import-list.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-imports'

const ImportDesk = lazyPart(async () => (await import('../imports/import-desk.client.tsx')).ImportDesk)

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.imports.imports) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  const [imports, dictionaries] = await forPage(
    context,
    Promise.all([listImports(api), listDictionaries(api)]),
  )
  return { imports, dictionaries }
}

export default function AdminImports({ loaderData }: Route.ComponentProps) {
  const hydrated = useHydrated()
  return (
    <AdminFrame>
      <PaneHead title={texts.imports.imports} lead={texts.imports.importsLead} />
      {hydrated ? (
        <Suspense fallback={<Skeleton h={180} />}>
          <ImportDesk dictionaries={loaderData.dictionaries as Dictionary[]} />
        </Suspense>
      ) : null}
      <section aria-labelledby="earlier">
        <Title order={2} id="earlier" mb="sm">
          {texts.imports.earlier}
        </Title>
        <ImportList imports={loaderData.imports} />
      </section>
    </AdminFrame>
  )
}
