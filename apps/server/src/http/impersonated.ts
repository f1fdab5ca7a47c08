import { actingAs } from '@freeor/accounts/impersonation/acting'
import { beginImpersonatedWrite, finishImpersonatedWrite } from '@freeor/accounts/impersonation/commands'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Deps } from '../deps.ts'
import type { AnyOperation, WhileImpersonating } from './operation.ts'
import { toProblem } from './problem.ts'

/** Writes are refused unless told: a new write of credentials or money is never let through by oversight. */
export function whileImpersonating(operation: AnyOperation): WhileImpersonating {
  const { method } = operation
  return operation.whileImpersonating ?? (method === 'get' || method === 'head' ? 'read' : 'refused')
}

/** @throws AppError forbidden (`impersonating`) for an operation that a super admin may not do as somebody else. */
export function requireAllowedImpersonation(operation: AnyOperation, actor: UserActor): void {
  if (!actor.impersonatedBy || whileImpersonating(operation) !== 'refused') return
  throw new AppError('forbidden', 'This cannot be done while you act as somebody else', {
    details: { impersonating: true },
  })
}

type Request = { actor: UserActor; requestId: string; clientAddress: string; path: string; deps: Deps }

/** Runs a write of somebody who impersonates: its audit row is committed before it begins. */
export async function audited(
  operation: AnyOperation,
  request: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  const { actor, requestId, clientAddress: ipAddress, path, deps } = request
  const acting = await beginImpersonatedWrite(deps.auth, {
    actor,
    requestId,
    operation: operation.id,
    path,
    ipAddress,
  })
  const finish = async (status: number) => await finishImpersonatedWrite(deps.auth, requestId, status)
  try {
    const response = await actingAs(acting, work)
    await finish(response.status)
    return response
  } catch (error) {
    await finish(toProblem(error, requestId).problem.status).catch(() => undefined)
    throw error
  }
}
