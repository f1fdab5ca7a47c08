import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderStore } from '@freeor/storage/folder'
import { testOlap } from '@freeor/testing/olap'
import { testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { ColumnKind } from '../schema.ts'
import { localFile } from './adapters/local-file.ts'
import { type ImportDeps, importLeads } from './commands.ts'

type Expected = {
  readonly rows: number
  /** Leads at coordinates of the file, and at their ZIP's point. */
  readonly places: readonly [number, number]
  /** The kinds of the first columns, in order. */
  readonly kinds: string
}

/** Public files that are not part of this repository; rows and places were counted by a separate script. */
const files: Readonly<Record<string, Expected>> = {
  'cms_hospitals_2016_newline_location.csv': {
    rows: 4799,
    places: [3483, 1316],
    kinds: 'id text text city state zip county phone category category boolean text',
  },
  'dotgov_domains.csv': { rows: 16_539, places: [0, 0], kinds: 'url category text text city state email' },
  'fdic_failed_banks_2012.csv': { rows: 465, places: [0, 0], kinds: 'text city state id text date date' },
  'open_brewery_db.csv': {
    rows: 11_822,
    places: [9387, 2288],
    kinds: 'id text category text text text city state zip category phone url lon lat',
  },
  'ppp_loans_georgia_2020.csv': {
    rows: 79_760,
    places: [0, 79_756],
    kinds:
      'date text category category category category category category category category boolean text city zip county county category category category number money number',
  },
  'sc_polling_places_2020_ssrs.csv': {
    rows: 2302,
    places: [0, 2297],
    kinds: 'category category county category text text text',
  },
  'sf_food_businesses_latin1.csv': {
    rows: 6359,
    places: [3332, 2832],
    kinds: 'id text text city state zip lat lon phone',
  },
  'usda_farmers_markets_2018.csv': {
    rows: 8730,
    places: [8701, 2],
    kinds: 'id text url url url url url text city county state zip',
  },
}

const folder = inject('realData')

describe.skipIf(folder === '')(
  'real files, in `leads` of the folder that REAL_DATA names; skipped without it',
  () => {
    let deps: ImportDeps
    const closers: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      const scratch = await mkdtemp(join(tmpdir(), 'freeor-real-'))
      const [database, engine] = await Promise.all([testDatabase(), testOlap()])
      closers.push(database.close, engine.close, () => rm(scratch, { recursive: true, force: true }))
      const clock = { now: () => new Date() }
      deps = {
        db: database.db,
        olap: engine.olap,
        store: openFolderStore(scratch),
        clock,
        log: () => undefined,
      }
    })

    afterAll(async () => {
      for (const close of closers) await close()
    })

    for (const [name, { rows, places, kinds }] of Object.entries(files)) {
      const path = join(folder, 'leads', name)
      test.skipIf(!existsSync(path))(`${name} gets its dictionary, places and every row`, async () => {
        const dictId = `r${rows}`
        const report = await importLeads(deps, { source: await localFile(path), dictId })
        expect(report.rowsStored + report.rowsRejected).toBe(report.rowsIn)
        expect(report).toMatchObject({ rowsIn: rows, rowsRejected: 0 })
        const wanted = kinds.split(' ') as ColumnKind[]
        expect(report.columns.slice(0, wanted.length).map(({ kind }) => kind)).toEqual(wanted)
        expect([report.places.fromColumns, report.places.fromZip]).toEqual(places)
      })
    }
  },
)
