import { parentPort, workerData } from 'node:worker_threads'
import { type FileToRead, readQuestionsOf } from '../read-questions.ts'

/** Entry of the thread that reads one file of questions: seconds of computing that no other request should wait behind. */

parentPort?.postMessage(await readQuestionsOf(workerData as FileToRead))
