import { parentPort } from 'node:worker_threads'
import type { Rendered, Rendering } from './rendering.ts'
import { openTypesetter } from './typesetter.ts'

/** Entry of the thread that sets certificates: 10 ms or more of computing each, which no request should wait behind. */

const draw = openTypesetter()

parentPort?.on('message', ({ id, facts }: Rendering) => {
  const answer = (rendered: Rendered) => parentPort?.postMessage(rendered)
  draw(facts).then(
    (pdf) => answer({ id, pdf }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  )
})
