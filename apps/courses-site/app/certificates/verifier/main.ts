import {
  checkCredential,
  keyFromPaper,
  type TrustedKey,
} from '@freeor/courses/certificates/credential/check-credential'
import { readFile } from '@freeor/courses/certificates/credential/read-file'
import { certificateTexts as texts } from '../../texts/certificates.ts'
import { type Described, describeCheck } from '../describe-check.ts'

/** The script of `verify.html`: it checks a file with the keys that are written in the page, and asks no network. */

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`There is no ${id} in the page`)
  return found
}
const isInput = (one: HTMLElement): one is HTMLInputElement => one instanceof HTMLInputElement

const input = (id: string): HTMLInputElement => {
  const found = element(id)
  if (!isInput(found)) throw new Error(`${id} is no field`)
  return found
}

/** The keys in the page; with a typed one, that one alone, since the reader trusts the paper. */
function trustedKeys(): TrustedKey[] {
  const typed = input('typed').value.trim()
  if (typed === '') return JSON.parse(element('keys').textContent ?? '[]')
  const key = keyFromPaper(typed)
  return key ? [key] : []
}

function add(parent: HTMLElement, name: string, text: string): HTMLElement {
  const child = document.createElement(name)
  child.dir = 'auto'
  child.textContent = text
  parent.append(child)
  return child
}

function show(found: Described): void {
  const result = element('result')
  result.replaceChildren()
  result.className = found.isGood ? 'good' : 'bad'
  add(result, 'h2', found.headline)
  for (const note of found.notes) add(result, 'p', note)
  if (found.signed.length === 0) return
  add(result, 'h3', texts.result.signed)
  const list = add(result, 'dl', '')
  for (const [field, value] of found.signed) {
    add(list, 'dt', field)
    add(list, 'dd', value)
  }
}

let chosen: File | undefined

async function check(file: File): Promise<Described> {
  const presented = await readFile(new Uint8Array(await file.arrayBuffer()))
  const checked = await checkCredential(presented, { keys: trustedKeys(), now: new Date() })
  return describeCheck(checked, { isStatusUnknown: true })
}

const failure = (error: unknown): Described => ({
  isGood: false,
  headline: texts.verify.failed,
  notes: [String(error)],
  signed: [],
})

let runs = 0

/** Checks a file. A check of a large one may end after a newer one, whose result stays then. */
async function choose(file: File | undefined): Promise<void> {
  chosen = file
  runs += 1
  const run = runs
  if (!file) return
  const found = await check(file).catch(failure)
  if (run === runs) show(found)
}

input('file').addEventListener('change', () => void choose(input('file').files?.[0]))
input('typed').addEventListener('input', () => void choose(chosen))
document.addEventListener('dragover', (event) => event.preventDefault())
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void choose(event.dataTransfer?.files[0])
})
