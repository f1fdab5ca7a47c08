import { z } from 'zod'

export const manifestName = 'manifest.json'

/** What is in a backup. Its last member; everything else is named and hashed in it. */
export const manifestShape = z.object({
  product: z.literal('freeor'),
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  createdAt: z.string(),
  /** The last migration: it is restored only by a program with the same. */
  schemaVersion: z.string(),
  /** In the order in which they are restored. PostgreSQL's text format. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), member: z.string() })),
  /** ClickHouse's native format. */
  leadTables: z.array(
    z.object({
      name: z.string(),
      create: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      member: z.string(),
    }),
  ),
  /** Of the file store. */
  files: z.array(z.object({ key: z.string(), member: z.string() })),
  /** Of the data folder itself: the session secret, the plans. */
  folder: z.array(z.object({ name: z.string(), member: z.string() })),
  members: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof manifestShape>

/** Files of the data folder that are data. */
export const folderFiles = ['auth-secret', 'sample-logins.json', 'plans.json'] as const
