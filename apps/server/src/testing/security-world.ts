import { companyMembers } from '@freeor/accounts/tables'
import { setPlanByHand } from '@freeor/billing/operator/commands'
import { customers } from '@freeor/billing/tables'
import { newId } from '@freeor/kernel/ids'
import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { addApiKey, addSession } from './account-things.ts'
import { addInvitation, addMember, clearPeople, newAddress } from './company-people.ts'
import { addIdentityOf } from './identity-things.ts'
import { addPasskeyOf, clearPasskeys } from './passkey-things.ts'
import { addPerson, type Person } from './people.ts'
import { addSavedSearch } from './saved-searches.ts'
import type { Ids, SecurityWorld } from './security-rows.ts'
import { ensureSubscription } from './subscriptions.ts'
import { finishedImport } from './uploads.ts'
import { download, openWorld, type World } from './world.ts'

/** Opens the house of the security table. */
export async function openSecurityWorld(options: { firms?: number } = {}): Promise<SecurityWorld> {
  const world = await openWorld(options)
  const { owner, member, stranger, superAdmin } = world.people
  const rows = inArray(customers.companyId, [owner.companyId, stranger.companyId])
  await world.deps.db.update(customers).set({ planId: 'freeor_biz' }).where(rows)
  // With seats on the other site too, so that a smaller plan of Leads seats everybody.
  const hand = { planID: 'freeor_biz', operatorUserId: undefined, reason: 'a test', now: new Date() }
  for (const { companyId } of [owner, stranger])
    await setPlanByHand(world.deps.db, { companyId, site: 'courses', ...hand })
  const reset = { email: owner.email }
  await world.call('POST', '/api/auth/request-password-reset', { body: reset })
  const { body } = await world.call<{ mails: { id: string }[] }>('GET', '/api/mail-outbox', {
    as: superAdmin,
  })
  return {
    ...world,
    own: await makeThings(world, owner),
    colleagues: await makeThings(world, member),
    theirs: await makeThings(world, stranger),
    missing: {
      downloadId: newId('dl'),
      savedSearchId: newId('srch'),
      deletedSearchId: newId('srch'),
      zipListId: newId('zip'),
      memberId: newId('mem'),
      invitationId: newId('inv'),
      sessionId: newId('ses'),
      apiKeyId: newId('key'),
      passkeyId: newId('psk'),
      identityId: newId('acc'),
      subscriptionId: newId('emb'),
      accountId: newId('emb'),
      invoiceId: newId('bill'),
      ownerId: newId('usr'),
      email: 'nobody-at-all@people.example',
    },
    lost: await addLostPerson(world),
    mailId: body.mails[0]?.id ?? '',
    importId: await finishedImport(world, 'imported'),
  }
}

async function makeThings(world: World, as: Person): Promise<Ids> {
  const { id: downloadId } = await download(world, as)
  const zips = await world.call<{ id: string }>('POST', '/api/zip-lists', { as, body: { text: '77002' } })
  expect(zips.status, zips.text).toBe(200)
  const stays = () => newAddress({ stays: true })
  return {
    downloadId,
    savedSearchId: await addSavedSearch(world, as),
    deletedSearchId: await addSavedSearch(world, as, world.deps.clock.now()),
    zipListId: zips.body.id,
    memberId: await addMember(world, as, stays()),
    invitationId: (await addInvitation(world, as, stays())).invitationId,
    sessionId: await addSession(world, as),
    apiKeyId: await addApiKey(world, as),
    passkeyId: await addPasskeyOf(world, as),
    identityId: await addIdentityOf(world, as),
    ...(await ensureSubscription(world.deps, as)),
  }
}

/** Things that the person may name, made anew: of their company, and what is personal of themselves. */
export async function ownThings(world: SecurityWorld, as: Person): Promise<Ids> {
  await clearPeople(world, as)
  await clearPasskeys(world, as)
  return {
    ...world.own,
    savedSearchId: await addSavedSearch(world, as),
    deletedSearchId: await addSavedSearch(world, as, world.deps.clock.now()),
    memberId: await addMember(world, as),
    invitationId: (await addInvitation(world, as)).invitationId,
    sessionId: await addSession(world, as),
    apiKeyId: await addApiKey(world, as),
    passkeyId: await addPasskeyOf(world, as),
    identityId: await addIdentityOf(world, as),
    ...(await ensureSubscription(world.deps, as)),
  }
}

async function addLostPerson(world: World): Promise<Person> {
  const memberOf = { companyId: world.people.owner.companyId, role: 'member' } as const
  const person = await addPerson(world.deps, world.call, { name: 'lost', memberOf })
  await world.deps.db.delete(companyMembers).where(eq(companyMembers.userId, person.userId))
  return person
}
