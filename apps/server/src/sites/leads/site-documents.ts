import { addDocuments, type NewDocument, seedOnce } from '@freeor/content/commands'
import type { Database } from '@freeor/postgres/database'

const terms = `
## What you get

An account lets you search the datasets on this site, save searches and download leads, up to the allowance of your plan.

A download costs one credit for each lead you did not own before. Once a file is ready, the leads in it are yours to fetch again at no cost.

## What we ask of you

Use leads lawfully. Laws on calling, texting and emailing people apply to you, and we cannot take that duty over. Honour every request not to be contacted.

Do not resell the data as a dataset, and do not use programs to get around the allowance of your plan.

Keep your password to yourself. What is done under your account is taken as done by you, until you tell us otherwise.

## What we cannot promise

Businesses move, close and change owners. We show when each dataset was imported, and we do not promise that every line in it is still true today.

If a file cannot be made, nothing is charged for it.

## Ending it

You can stop at any time. We can close an account that breaks these terms, and will say why.

## About this text

This is starter text that comes with the software. Whoever runs this site should have it reviewed before taking money for it.
`

const privacy = `
## What we keep about you

Your email address, your name if you give one, and a hash of your password, never the password itself.

Your saved searches, your downloads, and a ledger of the credits they used, so that every credit can be explained.

Which devices are logged in, with the network address and browser of each, so that you can be told apart from someone else using your account.

## What we do not do

There are no advertising or tracking scripts on these pages, and no part of a page is loaded from another company.

Cookies serve logging in alone. One keeps you logged in. One, freeor.device, stays for 180 days: it tells a browser that has logged in before from a stranger’s, so that strangers who try passwords do not keep you out. Where you log in through another service, a third lasts for ten minutes.

## If you are in a dataset

The datasets hold business information. If a record is about you and you want it out, write to the support address on this site. An opt-out holds for every later import too.

## About this text

This is starter text that comes with the software and describes what it does as shipped. Whoever runs this site should have it reviewed and complete it.
`

/** Plain words about what the product does; an operator has them checked before selling. */
const pages: readonly NewDocument<'pages'>[] = [
  {
    key: 'terms',
    name: 'Terms',
    description: 'What you get on this site, and what is asked of you.',
    data: { lead: '', body: terms.trim() },
  },
  {
    key: 'privacy',
    name: 'Privacy',
    description: 'What this site keeps about you, and what it does not do.',
    data: { lead: '', body: privacy.trim() },
  },
]

/**
 * Writes the pages of text that Leads starts with, once for an installation: what an operator changed or deleted since
 * then stays so.
 * @returns whether they were written now
 */
export const seedSiteDocuments = async (db: Database, now: Date): Promise<boolean> =>
  await db.transaction(
    async (transaction) =>
      await seedOnce(
        transaction,
        { name: 'leads-site-documents', now },
        async (tx) => await addDocuments(tx, { site: 'leads', collection: 'pages', documents: pages, now }),
      ),
  )
