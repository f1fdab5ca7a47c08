import {
  createShareLink,
  revokeShareLink,
  revokeShareLinks,
  turnShareLink,
} from '@freeor/leads/shares/commands'
import { setSharePolicy } from '@freeor/leads/shares/policies/commands'
import { readSharePolicy } from '@freeor/leads/shares/policies/queries'
import { listShareLinks } from '@freeor/leads/shares/queries'
import { newShareLinkInput, shareLink, shareLinkWithAddress, sharePolicy } from '@freeor/leads/shares/schema'
import { z } from 'zod'
import { type LeadsDeps, leadsOperation } from '../../sites/leads/leads-deps.ts'

const shareLinkParams = z.strictObject({ linkId: z.string().max(60) })

const fullAddress = ({ siteAddress }: LeadsDeps, path: string) => `${siteAddress}${path}`

export const createShareLinkOperation = leadsOperation({
  id: 'createShareLink',
  method: 'post',
  path: '/api/share-links',
  area: 'saved searches',
  summary:
    "Makes a link to one's own saved search, or to the search of a download. Its address is said once: only its hash is kept",
  access: 'user',
  apiKeyScope: 'sharing',
  provenAddress: true,
  right: 'searches.share',
  body: newShareLinkInput,
  answer: shareLinkWithAddress,
  status: 201,
  async handle({ deps, company, body }) {
    const made = await createShareLink({ ...deps, hasher: deps.auth.hasher }, await company(), body)
    return { link: made.link, address: fullAddress(deps, made.path) }
  },
})

export const listShareLinksOperation = leadsOperation({
  id: 'listShareLinks',
  method: 'get',
  path: '/api/share-links',
  area: 'saved searches',
  summary:
    "The live links of the company, newest first; for members their own. And the company's rule for them",
  access: 'user',
  apiKeyScope: 'sharing',
  right: 'searches.share',
  answer: z.object({ links: z.array(shareLink), policy: sharePolicy }),
  async handle({ deps, company }) {
    const scope = await company()
    return {
      links: await listShareLinks(deps.db, scope, deps.clock.now()),
      policy: await readSharePolicy(deps.db, scope),
    }
  },
})

export const turnShareLinkOperation = leadsOperation({
  id: 'turnShareLink',
  method: 'post',
  path: '/api/share-links/{linkId}/turn',
  area: 'saved searches',
  summary: 'Gives a link a new address; the old one is dead at once',
  access: 'user',
  apiKeyScope: 'sharing',
  provenAddress: true,
  right: 'searches.share',
  params: shareLinkParams,
  answer: shareLinkWithAddress,
  async handle({ deps, company, params }) {
    const made = await turnShareLink(deps, await company(), params.linkId)
    return { link: made.link, address: fullAddress(deps, made.path) }
  },
})

export const revokeShareLinkOperation = leadsOperation({
  id: 'revokeShareLink',
  method: 'delete',
  path: '/api/share-links/{linkId}',
  area: 'saved searches',
  summary: "Ends a link for good: one's own, or for the owner and admins any of the company",
  access: 'user',
  apiKeyScope: 'sharing',
  whileImpersonating: 'allowed',
  right: 'searches.share',
  params: shareLinkParams,
  status: 204,
  async handle({ deps, company, params }) {
    await revokeShareLink(deps, await company(), params.linkId)
    return new Response(null, { status: 204 })
  },
})

export const revokeShareLinksOperation = leadsOperation({
  id: 'revokeShareLinks',
  method: 'post',
  path: '/api/share-links/revoke-all',
  area: 'saved searches',
  summary: 'Ends every live link of the company; for members their own',
  access: 'user',
  apiKeyScope: 'sharing',
  whileImpersonating: 'allowed',
  right: 'searches.share',
  answer: z.object({ revoked: z.int() }),
  handle: async ({ deps, company }) => ({ revoked: await revokeShareLinks(deps, await company()) }),
})

export const setSharePolicyOperation = leadsOperation({
  id: 'setSharePolicy',
  method: 'put',
  path: '/api/share-policy',
  area: 'saved searches',
  summary: "How long the company's links live at most. Links that would live longer are shortened",
  access: 'user',
  whileImpersonating: 'allowed',
  right: 'company.edit',
  body: sharePolicy,
  answer: sharePolicy,
  handle: async ({ deps, company, body }) => await setSharePolicy(deps, await company(), body),
})
