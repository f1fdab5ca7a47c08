import { importSitePackage } from '@freeor/content/archive/commands'
import { exportSitePackage } from '@freeor/content/archive/queries'
import { siteImportAnswer, siteImportQuery } from '@freeor/content/archive/schema'
import { sites } from '@freeor/kernel/site'
import { mostPackageBytes } from '@freeor/storage/zip/open-package'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { readBytes } from '../../http/read-bytes.ts'
import { answerZip } from '../../http/zip-answer.ts'
import { editorOf } from './content-call.ts'

export const exportSitePackageOperation = operation({
  id: 'exportSitePackage',
  method: 'get',
  path: '/api/content-packages/{site}',
  area: 'content',
  summary:
    'All documents of a site as a ZIP: Markdown, JSON, pictures. The same content gives the same bytes',
  access: 'super_admin',
  params: z.strictObject({ site: z.enum(sites) }),
  produces: 'application/zip',
  handle: async ({ deps, params: { site } }) =>
    answerZip(await exportSitePackage(deps, site), {
      ...{ name: `${site} content`, ending: 'zip', type: 'application/zip' },
    }),
})

export const importSitePackageOperation = operation({
  id: 'importSitePackage',
  method: 'post',
  path: '/api/content-packages',
  area: 'content',
  summary:
    'Makes the documents of a site what a ZIP says, each changed one as a new version. With `dry=true` it says what would happen and changes nothing; with `missing=delete` documents that the ZIP does not have are deleted. The body is the file, up to 100 MB. 422 names the file that is wrong',
  access: 'super_admin',
  query: siteImportQuery,
  consumes: 'application/octet-stream',
  maxBodyBytes: mostPackageBytes,
  answer: siteImportAnswer,
  handle: async (call) => {
    const bytes = async () => await readBytes(call.request, mostPackageBytes)
    return await importSitePackage(call.deps, await editorOf(call), { query: call.query, bytes })
  },
})
