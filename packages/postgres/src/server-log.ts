import { copyFile, open, stat, truncate } from 'node:fs/promises'

const LOG_BYTES = 10 << 20
const LOOK_EVERY_MS = 60_000

/**
 * Keeps the server's log short: a file that has grown large is copied to `<logFile>.1` and emptied. It is not renamed,
 * since the server keeps it open and appends.
 */
export async function rotateLog(logFile: string, mostBytes = LOG_BYTES): Promise<void> {
  const bytes = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (bytes <= mostBytes) return
  // Without space for the copy there is even more reason to empty it.
  await copyFile(logFile, `${logFile}.1`).catch(() => undefined)
  await truncate(logFile)
}

/** Makes the log when it is missing, and keeps it short until `stop()`. */
export async function keepLogShort(logFile: string): Promise<{ stop(): void }> {
  await rotateLog(logFile)
  const file = await open(logFile, 'a', 0o600)
  await file.close()
  const timer = setInterval(() => void rotateLog(logFile).catch(() => undefined), LOOK_EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
