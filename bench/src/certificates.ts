import { generateKeyPairSync } from 'node:crypto'
import { writeCredential } from '@freeor/courses/certificates/credential/write-credential'
import type { SigningKeys } from '@freeor/courses/certificates/keys/commands'
import { printedFacts } from '@freeor/courses/certificates/printed-facts'
import {
  type CertificateRendering,
  openCertificateRendering,
} from '@freeor/courses/certificates/rendering/rendering'
import { type Memory, watchMemory } from './memory.ts'
import { quantile, timed } from './stopwatch.ts'
import { inMiB, number, say, table } from './table.ts'

const batches = 5
const perBatch = 1000
/** As many requests at the same time as people press the button in one moment. */
const atOnce = 8

/** Of every script that a name is likely to be in. */
const names = ['Ada Example', 'محمد الأنصاري', 'प्रिया शर्मा', '王小明', 'Nguyễn Thị Ánh']

function newKeys(): SigningKeys {
  const ed = generateKeyPairSync('ed25519')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = ({ publicKey, privateKey }: typeof ed) => ({
    publicJwk: publicKey.export({ format: 'jwk' }) as { kty: string },
    privateJwk: privateKey.export({ format: 'jwk' }) as { kty: string },
  })
  return {
    Ed25519: { id: 'sgk_ed', algorithm: 'Ed25519', ...jwks(ed) },
    RS256: { id: 'sgk_rsa', algorithm: 'RS256', ...jwks(rsa) },
  }
}

const factsOf = (count: number) => ({
  serial: `BENCH-${count}`,
  learnerName: `${names[count % names.length]} ${count}`,
  courseName: 'An Introduction to Religious Liberty',
  issuedAt: '2026-01-01T00:00:00.000Z',
  issuerName: 'Freeor Courses',
  lessons: Array.from({ length: 5 }, (_, lesson) => ({
    title: `Lesson ${lesson + 1}`,
    quizName: `Quiz ${lesson + 1}`,
    score: 5,
    questions: 6,
    gradedAt: '2026-01-01T00:00:00.000Z',
  })),
})

async function makeOne(count: number, keys: SigningKeys, rendering: CertificateRendering): Promise<void> {
  const place = { siteUrl: 'https://courses.example', courseId: 'crs_bench', edition: 1, statusIndex: count }
  const { credential, jwt } = await writeCredential(factsOf(count), place, keys)
  await rendering.render(printedFacts({ credential, credentialJwt: jwt, key: 'did:key:z6Mkbench' }))
}

type Batch = { readonly seconds: number; readonly ms: readonly number[]; readonly memory: Memory | undefined }

async function makeBatch(first: number, keys: SigningKeys, rendering: CertificateRendering): Promise<Batch> {
  const stop = watchMemory({ own: process.pid })
  const ms: number[] = []
  let next = first
  const work = async () => {
    while (next < first + perBatch) {
      const count = next
      next += 1
      ms.push((await timed(async () => await makeOne(count, keys, rendering))).ms)
    }
  }
  const run = await timed(async () => await Promise.all(Array.from({ length: atOnce }, work)))
  return { seconds: run.ms / 1000, ms, memory: stop().own?.peak }
}

/**
 * Certificates one after the other in one thread that is never replaced: how many a second are signed in both forms
 * and set as PDFs, and whether its memory grows.
 */
export async function benchCertificates(): Promise<void> {
  const keys = newKeys()
  const rendering = openCertificateRendering({ certificatesPerThread: Number.POSITIVE_INFINITY })
  const lines: string[][] = []
  try {
    for (let batch = 0; batch < batches; batch++) {
      const { seconds, ms, memory } = await makeBatch(batch * perBatch, keys, rendering)
      lines.push([
        `${(batch * perBatch + 1).toLocaleString('en-US')} to ${((batch + 1) * perBatch).toLocaleString('en-US')}`,
        number(perBatch / seconds),
        number(quantile(ms, 0.95)),
        inMiB(memory?.own ?? 0),
      ])
    }
  } finally {
    await rendering.close()
  }
  say(
    `\nCertificates: signed in both forms and set as a PDF, ${atOnce} at once, one thread that is not replaced\n`,
  )
  say(table(['certificates', 'a second', 'p95, ms', 'memory, peak'], lines))
}
