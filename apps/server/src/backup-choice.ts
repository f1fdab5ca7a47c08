import { z } from 'zod'
import { s3Url } from './address-variables.ts'
import { isCron } from './cron.ts'

/** Backups that the server makes by itself. */
export const backupVariables = {
  /** Where they are kept, in the form of S3_URL. Without it none is made. */
  BACKUP_URL: s3Url.optional(),
  /** When, in UTC, as cron says it. */
  BACKUP_CRON: z
    .string()
    .refine(isCron, 'has five fields in their ranges, like 40 3 * * *')
    .default('40 3 * * *'),
  /** How many are kept. */
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
}

export type BackupChoice = { readonly url: string; readonly cron: string; readonly keep: number }

type Variables = z.infer<z.ZodObject<typeof backupVariables>> & { readonly S3_URL?: string | undefined }

/** A restore empties the store of files: backups in it would go too. */
export function chooseBackups(env: Variables, refuse: (sentence: string) => never): BackupChoice | undefined {
  const { BACKUP_URL: url, BACKUP_CRON: cron, BACKUP_KEEP: keep, S3_URL: files } = env
  if (url === undefined) return undefined
  if (files !== undefined && isWithin(placeOf(url), placeOf(files)))
    return refuse('BACKUP_URL must name another bucket or folder than S3_URL: a restore empties that one.')
  return { url, cron, keep }
}

const isWithin = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)

const placeOf = (text: string): string => {
  const { host, pathname } = new URL(text)
  return `${host}${pathname.replace(/\/*$/, '/')}`
}
