import type { Dictionary } from '@freeor/leads/schema'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { Alert, Button, Group, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ImportOrder, ImportProposal } from '../api/imports.ts'
import { texts } from '../texts.ts'
import { ColumnTable, type Row, sampleOf } from './column-table.tsx'
import { ExistingNote } from './existing-note.tsx'
import classes from './imports.module.css'
import { placeNotes } from './place-notes.ts'

export type ProposalFormProps = {
  proposal: ImportProposal & { dictId?: string }
  dictionaries: readonly Dictionary[]
  failure: string | undefined
  /** Proposes again with the columns of a dataset. */
  onTakeColumns: (dictId: string) => void
  onBack: () => void
  onStart: (order: Omit<ImportOrder, 'uploadId'>) => void
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

/** How the file was read, to be corrected before it is imported. */
export function ProposalForm(props: ProposalFormProps) {
  const { proposal, dictionaries, failure, onTakeColumns, onBack, onStart } = props
  const [dictId, setDictId] = useState(proposal.dictId ?? idOf(proposal.name))
  const existing = dictionaries.find((each) => each.dictId === dictId.trim())
  const [rows, setRows] = useState<Row[]>(() =>
    proposal.columns.map((column) => ({ column, isUsed: true, sample: sampleOf(proposal, column) })),
  )
  const used = rows.filter((row) => row.isUsed).map((row) => row.column)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onStart({
      dictId: dictId.trim(),
      name: String(form.get('name')).trim(),
      columns: used,
      ...(form.has('isReplacement') && { isReplacement: true }),
    })
  }
  const notes = [
    texts.imports.proposalNote(proposal.encoding, proposal.delimiter === '\t' ? 'Tab' : proposal.delimiter),
    ...proposal.warnings,
  ]
  useUnsavedWork(true)
  return (
    <form onSubmit={submit} className={classes.stack}>
      <Title order={2}>{texts.imports.proposal(proposal.name)}</Title>
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
          label={texts.imports.dictId}
          description={texts.imports.dictIdHint}
          value={dictId}
          onChange={(event) => setDictId(event.currentTarget.value)}
          pattern="[a-z][a-z0-9_\-]{0,47}"
          required
          withAsterisk={false}
        />
        <TextInput
          name="name"
          label={texts.imports.name}
          defaultValue={existing?.name ?? nameOf(proposal.name)}
          required
          withAsterisk={false}
        />
      </div>
      {existing ? (
        <ExistingNote
          existing={existing}
          columns={used}
          onTakeColumns={() => onTakeColumns(existing.dictId)}
        />
      ) : null}
      <section aria-labelledby="places">
        <Title order={3} id="places">
          {texts.imports.placesTitle}
        </Title>
        {placeNotes(used).map((note) => (
          <Text key={note} size="sm">
            {note}
          </Text>
        ))}
      </section>
      <ColumnTable rows={rows} onChange={setRows} />
      <Group>
        <Button type="submit" disabled={used.length === 0}>
          {texts.imports.start}
        </Button>
        <Button variant="default" onClick={onBack}>
          {texts.imports.another}
        </Button>
      </Group>
    </form>
  )
}
