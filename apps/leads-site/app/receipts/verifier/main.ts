import {
  type CheckedReceipt,
  checkReceipt,
  type FoundFile,
  keyFromText,
} from '@freeor/leads/receipts/check-receipt'
import { describeProblem } from '@freeor/leads/receipts/describe-problem'
import { openRowCounter } from '@freeor/leads/receipts/row-counter'
import { receiptTexts as texts } from '../../texts/receipts.ts'

/** The script of `verify-receipt.html`: it checks with the keys that are written in the page, and asks no network. */

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

const textOf = async (id: string): Promise<string | undefined> => await input(id).files?.[0]?.text()

function add(parent: HTMLElement, name: string, text: string): HTMLElement {
  const child = document.createElement(name)
  child.dir = 'auto'
  child.textContent = text
  parent.append(child)
  return child
}

/** The keys in the page; with a typed one, that one alone. */
function trustedKeys(text: string) {
  const typed = input('typed').value.trim()
  if (typed === '') return JSON.parse(element('keys').textContent ?? '[]')
  const key = keyFromText(typed, idOfKey(text))
  if (!key) throw new Error(texts.keyUnreadable)
  return [key]
}

/** A key that is typed has no id: it stands for the one that the receipt names. */
function idOfKey(text: string): string {
  try {
    return String(JSON.parse(text).key.id)
  } catch {
    return ''
  }
}

/** The format decides how rows are counted; whether it is what was signed is checked like the rest. */
function formatOf(text: string): string {
  try {
    return String(JSON.parse(text).download.format)
  } catch {
    return ''
  }
}

async function readDownload(text: string): Promise<FoundFile | undefined> {
  const file = input('download').files?.[0]
  if (!file) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  const counter = openRowCounter(formatOf(text))
  counter.add(bytes)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { sha256, bytes: bytes.length, rows: counter.rows() }
}

const chosen = (id: string): boolean => input(id).files?.length === 1

function show({ problems, facts }: CheckedReceipt): void {
  const result = element('result')
  result.replaceChildren()
  const isGood = problems.length === 0
  result.className = isGood ? 'good' : 'bad'
  add(result, 'h2', isGood ? texts.genuine : texts.wrong)
  for (const problem of problems) add(result, 'p', describeProblem(problem))
  if (isGood && chosen('download')) add(result, 'p', texts.checked.file)
  if (isGood && chosen('other')) add(result, 'p', texts.checked.history)
  if (!facts) return
  const { rows, sameLeads, price, sha256, fileName, companyId, readyAt, quote } = facts.download
  const list = add(result, 'dl', '')
  for (const [name, value] of [
    [texts.name, fileName],
    [texts.rows, rows],
    ...(sameLeads === undefined ? [] : [[texts.same, sameLeads]]),
    [texts.price, price],
    ...(quote ? [[texts.quote, texts.credits(quote.price)]] : []),
    [texts.sha256, sha256],
    [texts.company, companyId],
    [texts.time, readyAt],
    [texts.log, facts.treeSize],
  ]) {
    add(list, 'dt', String(name))
    add(list, 'dd', String(value))
  }
}

async function check(): Promise<CheckedReceipt | undefined> {
  const text = await textOf('receipt')
  if (text === undefined) return undefined
  const [file, other, proof] = await Promise.all([readDownload(text), textOf('other'), textOf('proof')])
  const options = {
    keys: trustedKeys(text),
    file,
    other: other === undefined ? undefined : { text: other, proof },
  }
  return await checkReceipt(text, options)
}

function showFailure(error: unknown): void {
  const result = element('result')
  result.replaceChildren()
  result.className = 'bad'
  add(result, 'h2', texts.failed)
  add(result, 'p', error instanceof Error ? error.message : String(error))
}

let runs = 0

/** Checks what is chosen now. A check of a large file may end after a newer one, whose result stays then. */
function begin(): void {
  runs += 1
  const run = runs
  check()
    .then((checked) => {
      if (checked && run === runs) show(checked)
    })
    .catch((error: unknown) => {
      if (run === runs) showFailure(error)
    })
}

for (const id of ['receipt', 'download', 'other', 'proof']) input(id).addEventListener('change', begin)
input('typed').addEventListener('input', begin)
