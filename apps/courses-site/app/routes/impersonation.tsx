import { ignoreImpersonationLink, submitImpersonation } from '@freeor/site-frame/admin/impersonate'
import type { Route } from './+types/impersonation'

export const loader = ignoreImpersonationLink

export const action = (args: Route.ActionArgs) => submitImpersonation(args)
