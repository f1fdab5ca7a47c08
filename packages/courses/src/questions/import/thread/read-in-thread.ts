import { Worker } from 'node:worker_threads'
import { AppError } from '@freeor/kernel/errors'
import { openLimiter } from '@freeor/kernel/limiter'
import { coursesLimits } from '../../../limits.ts'
import type { FileToRead, QuestionsOfFile } from '../read-questions.ts'

/** A bank of 10 MB takes some seconds; what takes longer was made to. */
const patienceMs = 30_000

const tooLong = () =>
  new AppError('invalid_request', 'This file takes too long to be read. Please divide it into several files.')

const limiter = openLimiter(coursesLimits.questionFiles, {
  refuse: () =>
    new AppError('unavailable', 'Many files are being read. Please try again in a moment.', {
      details: { retryAfter: 5 },
    }),
})

/**
 * Reads a file of questions in a thread of its own, so that the process goes on answering whatever the file holds. The
 * thread ends with the file: nothing of one can stay for the next.
 * @throws AppError invalid_request for a file that takes too long, or more memory than a thread has
 */
export async function readInThread(
  file: FileToRead,
  options: { readonly patienceMs?: number; readonly userId: string },
): Promise<QuestionsOfFile> {
  return await limiter.run({ key: options.userId }, async () => await read(file, options.patienceMs))
}

async function read(file: FileToRead, patience = patienceMs): Promise<QuestionsOfFile> {
  const worker = new Worker(new URL('./question-file-worker.ts', import.meta.url), {
    workerData: { name: file.name, bytes: new Uint8Array(file.bytes) } satisfies FileToRead,
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<QuestionsOfFile>((resolve, reject) => {
      timer = setTimeout(() => reject(tooLong()), patience)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLong() : error),
      )
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
