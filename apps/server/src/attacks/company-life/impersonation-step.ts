import { orderDownload } from '../../testing/companies-fixture.ts'
import { impersonate } from '../../testing/impersonation.ts'
import { expectRight, explained, note, type Step } from './life.ts'

/**
 * A super admin acts as somebody: what the person's role allows and the super admin may do for them, never what costs
 * money or leads, and nothing any more once it has ended.
 */
export const actAsSomebody: Step = async (life, { people }) => {
  const { random, fixture } = life
  const { person, role } = random.pick(people)
  const body = { name: `Company ${life.nextNumber()}` }
  const acting = await impersonate(fixture, fixture.people.superAdmin, person)
  note(life, 'impersonate', 201)
  const ask = async (method: string, path: string, given?: object) =>
    await explained(
      life,
      async () => await fixture.call(method, path, { as: acting, ...(given && { body: given }) }),
    )

  const renamed = await ask('PATCH', '/api/company', body)
  expectRight(role, 'company.edit', renamed)
  note(life, 'rename as somebody', renamed.status)
  for (const refused of [
    await orderDownload(fixture, acting),
    await ask('POST', '/api/embedded/subscriptions/terminate/none'),
    await ask('DELETE', '/api/account', { email: person.email }),
  ])
    if (refused.status !== 403) throw new Error(`Done as somebody: ${refused.status} ${refused.text}`)

  const stopped = await ask('DELETE', '/api/admin/impersonation')
  if (stopped.status !== 200) throw new Error(`Not stopped: ${stopped.status} ${stopped.text}`)
  const after = await ask('PATCH', '/api/company', body)
  if (after.status !== 401) throw new Error(`Done after the end: ${after.status} ${after.text}`)
}
