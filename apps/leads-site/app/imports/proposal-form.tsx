import { type Column, columnKinds } from '@freeor/leads/schema'
import { Alert, Button, Checkbox, Group, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ImportOrder, ImportProposal } from '../api/imports.ts'
import { texts } from '../texts.ts'
import classes from './imports.module.css'

export type ProposalFormProps = {
  proposal: ImportProposal
  failure: string | undefined
  onBack: () => void
  onStart: (order: Omit<ImportOrder, 'uploadId'>) => void
}

type Row = { column: Column; isUsed: boolean; sample: string }

/** The first cells of a column, to tell what it holds. */
function sampleOf(proposal: ImportProposal, column: Column): string {
  const at = proposal.header.indexOf(column.from)
  const cells = proposal.rows.slice(0, 4).map((row) => row[at] ?? '')
  return cells.filter(Boolean).slice(0, 3).join(' · ')
}

const idOf = (fileName: string) =>
  fileName
    .toLowerCase()
    .replace(/\.(csv|tsv|txt|gz)/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 48) || 'leads'

const nameOf = (fileName: string) =>
  fileName
    .replace(/\.(csv|tsv|txt|gz)/gi, '')
    .replace(/[_-]+/g, ' ')
    .slice(0, 120)

const flags = ['contact', 'facet', 'suggest'] as const

type ColumnRowProps = { row: Row; onChange: (row: Row) => void }

function ColumnRow({ row, onChange }: ColumnRowProps) {
  const { column, isUsed, sample } = row
  const set = (patch: Partial<Column>) => onChange({ ...row, column: { ...column, ...patch } })
  const name = (part: string) => texts.admin.of(part, column.from || texts.admin.unnamed)
  return (
    <tr data-unused={!isUsed || undefined}>
      <td>
        <Checkbox
          aria-label={name(texts.admin.use)}
          checked={isUsed}
          onChange={(event) => onChange({ ...row, isUsed: event.currentTarget.checked })}
        />
      </td>
      <th scope="row">{column.from || texts.admin.unnamed}</th>
      <td>
        <TextInput
          size="xs"
          aria-label={name(texts.admin.label)}
          value={column.label}
          onChange={(event) => set({ label: event.currentTarget.value })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={name(texts.admin.kind)}
          value={column.kind}
          data={[...columnKinds]}
          onChange={(event) => {
            const kind = columnKinds.find((each) => each === event.currentTarget.value)
            if (kind) set({ kind })
          }}
        />
      </td>
      <td>
        <TextInput
          size="xs"
          aria-label={name(texts.admin.group)}
          value={column.group}
          onChange={(event) => set({ group: event.currentTarget.value })}
        />
      </td>
      {flags.map((flag) => (
        <td key={flag}>
          <Checkbox
            aria-label={name(texts.admin[flag])}
            checked={column[flag]}
            onChange={(event) => set({ [flag]: event.currentTarget.checked })}
          />
        </td>
      ))}
      <td className={classes.sample} title={sample}>
        {sample}
      </td>
    </tr>
  )
}

/** What the file was taken for, to be corrected before it counts. */
export function ProposalForm({ proposal, failure, onBack, onStart }: ProposalFormProps) {
  const [rows, setRows] = useState<Row[]>(() =>
    proposal.columns.map((column) => ({ column, isUsed: true, sample: sampleOf(proposal, column) })),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onStart({
      dictId: String(form.get('dictId')).trim(),
      name: String(form.get('name')).trim(),
      columns: rows.filter((row) => row.isUsed).map((row) => row.column),
    })
  }
  const notes = [
    texts.admin.proposalNote(proposal.encoding, proposal.delimiter === '\t' ? 'Tab' : proposal.delimiter),
    ...proposal.warnings,
    ...(proposal.goneColumns.length > 0 ? [texts.admin.gone(proposal.goneColumns.join(', '))] : []),
  ]
  return (
    <form onSubmit={submit} className={classes.stack}>
      <Title order={2}>{texts.admin.proposal(proposal.name)}</Title>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      {failure ? (
        <Alert color="orange" role="alert">
          {failure}
        </Alert>
      ) : null}
      <div className={classes.pair}>
        <TextInput
          name="dictId"
          label={texts.admin.dictId}
          description={texts.admin.dictIdHint}
          defaultValue={idOf(proposal.name)}
          pattern="[a-z][a-z0-9_\-]{0,47}"
          required
          withAsterisk={false}
        />
        <TextInput
          name="name"
          label={texts.admin.name}
          defaultValue={nameOf(proposal.name)}
          required
          withAsterisk={false}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus */}
      <section className={classes.scroll} tabIndex={0} aria-label={texts.admin.columnsTable}>
        <table className={classes.table}>
          <thead>
            <tr>
              {(
                ['use', 'header', 'label', 'kind', 'group', 'contact', 'facet', 'suggest', 'sample'] as const
              ).map((head) => (
                <th key={head} scope="col">
                  {texts.admin[head]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <ColumnRow
                key={row.column.key}
                row={row}
                onChange={(next) => setRows(rows.map((each, j) => (j === i ? next : each)))}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Group>
        <Button type="submit" disabled={!rows.some((row) => row.isUsed)}>
          {texts.admin.start}
        </Button>
        <Button variant="default" onClick={onBack}>
          {texts.admin.another}
        </Button>
      </Group>
    </form>
  )
}
