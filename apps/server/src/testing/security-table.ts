import { can } from '@freeor/accounts/policy'
import type { CompanyRole } from '@freeor/kernel/scope'
import { afterAll, beforeAll, expect } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import { freshen } from './account-things.ts'
import type { BodyOf } from './answer-types.ts'
import type { Answer, CallOptions } from './call.ts'
import { addressOf, type DocumentedOperation, documentedOperations } from './operations-under-test.ts'
import type { Person } from './people.ts'
import { openSecurityFixture } from './security-fixture.ts'
import type { Input, Row, SecurityFixture } from './security-row.ts'
import { securityRows } from './security-rows.ts'

/** Every operation of the OpenAPI document. */
export const all = documentedOperations()

export const companyRoles = ['owner', 'admin', 'member', 'viewer'] as const

/** @throws when the operation was added without saying who may not call it */
export function rowOf({ id }: DocumentedOperation): Row {
  const row = securityRows[id]
  if (!row) throw new Error(`${id} has no row in testing/security-rows.ts`)
  return row
}

/** The operations with a row and a contract as wanted: a case is made only for those that it says something of. */
export const operationsWhere = (
  isWanted: (row: Row, operation: DocumentedOperation) => boolean,
): readonly DocumentedOperation[] => all.filter((operation) => isWanted(rowOf(operation), operation))

/**
 * Some of the ways to make one mistake, other ones for each operation. What refuses them is the same code for all
 * operations: each shows that it comes that way, and together they try each way many times.
 */
export function someOf<Way>(ways: readonly Way[], operation: DocumentedOperation, count: number): Way[] {
  const first = all.indexOf(operation) * count
  return [...ways, ...ways].slice(first % ways.length, (first % ways.length) + Math.min(count, ways.length))
}

export const isAllowed = (operation: DocumentedOperation, role: CompanyRole): boolean =>
  (!operation.right || can(role, operation.right)) && (rowOf(operation).roles?.includes(role) ?? true)

/** The answer is a problem document of this status and code. */
export function expectProblem(answer: Answer<BodyOf<string, string>>, status: number, code?: string) {
  // The answer to a HEAD has no body, whatever it says.
  const isHead = answer.method === 'HEAD'
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  if (isHead) return
  expect(answer.body.requestId).toMatch(/^req_/)
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId)
  if (code) expect(answer.body.code).toBe(code)
}

/** The call was let in: it is answered 2xx, or with the other status that its row names. */
export function expectLetIn(operation: DocumentedOperation, { status, text }: Answer): void {
  const isLetIn = status < 300 || status === rowOf(operation).orElse
  expect(isLetIn, `${status} ${text}`).toBe(true)
}

export type SecurityTable = {
  fixture(): SecurityFixture
  /** Somebody who may make the call. */
  rightful(operation: DocumentedOperation): Person
  /** An input that is answered 2xx, or as the row says; the password was just given again where that is needed. */
  sampleOf(operation: DocumentedOperation, as?: Person): Promise<Input>
  /** A sample for calls that are refused: they use nothing up, so all cases of an operation share one. */
  sharedSampleOf(operation: DocumentedOperation): Promise<Input>
  send(
    operation: DocumentedOperation,
    input: Input,
    options?: CallOptions,
  ): Promise<Answer<BodyOf<string, string>>>
}

/**
 * The security table: each operation of the OpenAPI document against each way of not being allowed to. Sets up its
 * system for the test file that calls this; afterwards every invariant must hold.
 */
export function openSecurityTable(): SecurityTable {
  let currentFixture: SecurityFixture | undefined
  beforeAll(async () => {
    currentFixture = await openSecurityFixture()
  })
  afterAll(async () => {
    if (!currentFixture) return
    const report = await checkInvariants(currentFixture.deps)
    await currentFixture.close()
    expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
  })
  const fixture = () => {
    if (!currentFixture) throw new Error('The system is set up before the first test')
    return currentFixture
  }
  const rightful = ({ access }: DocumentedOperation): Person =>
    access === 'super_admin' ? fixture().people.superAdmin : fixture().people.owner
  const sampleOf: SecurityTable['sampleOf'] = async (operation, as = rightful(operation)) => {
    const input = await rowOf(operation).sample(fixture(), as)
    if (operation.reauthenticated) await freshen(fixture(), as)
    return input
  }
  const shared = new Map<string, Promise<Input>>()
  return {
    fixture,
    rightful,
    sampleOf,
    async sharedSampleOf(operation) {
      const sample = shared.get(operation.id) ?? sampleOf(operation)
      shared.set(operation.id, sample)
      return await sample
    },
    async send(operation, input, options = {}) {
      const { body, headers, rawBody } = input
      const answer = await fixture().call(operation.method, addressOf(operation, input), {
        ...(body && options.rawBody === undefined && { body }),
        ...(rawBody !== undefined && { rawBody }),
        ...options,
        headers: { ...headers, ...options.headers },
      })
      return { ...answer, method: operation.method }
    },
  }
}
