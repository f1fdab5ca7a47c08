import { Alert, Anchor, Button, Checkbox, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Pane } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { sendPackage, sentenceOfFailure } from '../packages/send-package.ts'
import { contentTexts } from './content-texts.ts'

type Named = { readonly collection: keyof typeof contentTexts.collections; readonly name: string }
type Report = {
  readonly added: readonly Named[]
  readonly changed: readonly Named[]
  readonly missing: readonly Named[]
  readonly boards: readonly Named['collection'][]
}

type Asked = { readonly file: File; readonly report: Report }

const words = contentTexts.package
const namesOf = (all: readonly Named[]) =>
  all.map(({ collection, name }) => `${name} (${contentTexts.collections[collection]})`).join(', ')

/** What a file would change, in words; nothing where all is as the file has it. */
function linesOf({ added, changed, missing, boards }: Report): string[] {
  return [
    ...(added.length > 0 ? [words.added(namesOf(added))] : []),
    ...(changed.length > 0 ? [words.changed(namesOf(changed))] : []),
    ...(boards.length > 0
      ? [words.boards(boards.map((one) => contentTexts.collections[one]).join(', '))]
      : []),
    ...(missing.length > 0 ? [words.missing(namesOf(missing))] : []),
  ]
}

type ConfirmProps = { report: Report; onConfirm: (deletes: boolean) => void; onCancel: () => void }

function Confirm({ report, onConfirm, onCancel }: ConfirmProps) {
  const [deletes, setDeletes] = useState(false)
  const lines = linesOf(report)
  return (
    <Stack gap="sm" role="group" aria-label={words.would}>
      <Text fw={600}>{words.would}</Text>
      {lines.length === 0 ? <Text>{words.none}</Text> : null}
      <List>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {report.missing.length > 0 ? (
        <Checkbox
          label={words.remove}
          checked={deletes}
          onChange={({ currentTarget }) => setDeletes(currentTarget.checked)}
        />
      ) : null}
      <Group gap="sm">
        {lines.length > 0 ? <Button onClick={() => onConfirm(deletes)}>{words.confirm}</Button> : null}
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

/** The content of the site as a file: out, and in again after a look at what that would change. */
export function SitePackage() {
  const { name: site } = useSite()
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<Asked>()
  const [said, setSaid] = useState<{ ok: boolean; text: string }>()
  const send = async (file: File, query: Record<string, string>) =>
    await sendPackage<Report>(`/api/content-packages?${new URLSearchParams({ site, ...query })}`, file)
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      setAsked(undefined)
      setSaid({ ok: false, text: sentenceOfFailure(error, words.notReached) })
    }
  }
  const ask = async (file: File | null) => {
    if (!file) return
    setSaid({ ok: true, text: words.reading })
    await attempt(async () => {
      setAsked({ file, report: await send(file, { dry: 'true' }) })
      setSaid(undefined)
    })
  }
  const bring = async (file: File, deletes: boolean) =>
    await attempt(async () => {
      await send(file, { missing: deletes ? 'delete' : 'keep' })
      setAsked(undefined)
      setSaid({ ok: true, text: words.done })
      await revalidate()
    })
  return (
    <Pane title={words.title} lead={words.lead}>
      <Stack gap="md">
        <Group gap="md">
          <Anchor href={`/api/content-packages/${site}`} download>
            {words.take}
          </Anchor>
          <FileButton accept=".zip,application/zip" onChange={(file) => void ask(file)}>
            {(props) => (
              <Button {...props} variant="default">
                {words.bring}
              </Button>
            )}
          </FileButton>
        </Group>
        <div role="status">{said ? <Alert color={said.ok ? 'blue' : 'red'}>{said.text}</Alert> : null}</div>
        {asked ? (
          <Confirm
            report={asked.report}
            onConfirm={(deletes) => void bring(asked.file, deletes)}
            onCancel={() => setAsked(undefined)}
          />
        ) : null}
      </Stack>
    </Pane>
  )
}
