import { expect, test } from 'vitest'
import { expectOneOrder } from '../order/testing.ts'
import { type AuthorsAccount, codeOf, openAuthoringFixture } from '../testing.ts'
import { createCourse, moveCourse } from './commands.ts'
import { listAuthorsCourses } from './queries.ts'
import { listCoursesQuery } from './schema.ts'

const current = openAuthoringFixture()

const create = async ({ companyId, people }: AuthorsAccount, name: string) =>
  await createCourse(current().deps, { actor: people.owner, companyId }, { name })

const namesOf = async ({ companyId, people }: AuthorsAccount, actor = people.owner) =>
  (
    await listAuthorsCourses(current().database.db, { actor, companyId }, listCoursesQuery.parse({}))
  ).courses.map(({ name }) => name)

test('cards are put into any order, and one of another account cannot be followed', async () => {
  const { deps } = current()
  const account = await current().addAccount('freeor_biz')
  const [c, b, a] = [await create(account, 'c'), await create(account, 'b'), await create(account, 'a')]
  const actor = account.people.owner
  await moveCourse(deps, { actor, courseId: a }, c)
  expect(await namesOf(account)).toEqual(['b', 'c', 'a'])
  await moveCourse(deps, { actor, courseId: c }, null)
  expect(await namesOf(account)).toEqual(['c', 'b', 'a'])
  const other = await current().addAccount('freeor_free')
  const theirs = await create(other, 'theirs')
  expect(await codeOf(moveCourse(deps, { actor, courseId: b }, theirs))).toBe('conflict')
})

test('however two people’s moves of cards interleave, both see the order of the server, and no course is lost', async () => {
  const { deps } = current()
  const account = await current().addAccount('freeor_biz')
  const letters = [...'abcd']
  const ids = new Map<string, string>()
  for (const letter of letters) ids.set(letter, await create(account, letter))
  const people = [account.people.owner, account.people.admin] as const
  await expectOneOrder({
    letters,
    read: async (who) => await namesOf(account, people[who]),
    async move(who, { id, after }) {
      const course = { actor: people[who], courseId: ids.get(id) ?? '' }
      await moveCourse(deps, course, after === null ? null : (ids.get(after) ?? ''))
    },
  })
})
