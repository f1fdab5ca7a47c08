import type { PlaceClause } from '@freeor/leads/query/ast'
import { formatCount } from '@freeor/ui/format'
import { Button, FileButton, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { browserApi } from '../api/client.ts'
import { uploadZipList } from '../api/geography.ts'
import { texts } from '../texts.ts'
import classes from './search.module.css'

/** Beyond this the query text gets long, so the list is kept on the server and referred to. */
const inlineMost = 25

const zipsIn = (text: string): string[] => [...new Set(text.match(/\b\d{5}\b/g) ?? [])]

/** ZIPs typed, pasted or from a file. */
export function ZipListForm({ onAdd }: { onAdd: (place: PlaceClause) => void }) {
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const [isBusy, setBusy] = useState(false)
  const keep = async (zips: readonly string[]) => {
    setBusy(true)
    try {
      const list = await uploadZipList(browserApi(), text)
      onAdd({ type: 'place', kind: 'zip', zips: [], lists: [list.id] })
      const unknown =
        list.unknown.length > 0 ? ` ${texts.geography.zipsUnknown(list.unknown.slice(0, 5).join(', '))}` : ''
      setTold(texts.geography.zipsAdded(formatCount(list.count)) + unknown)
      setText('')
    } catch (error) {
      setTold(
        error instanceof Error ? error.message : texts.geography.zipsUnknown(zips.slice(0, 5).join(', ')),
      )
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const zips = zipsIn(text)
    if (zips.length === 0) return setTold(texts.geography.zipsNone)
    if (zips.length > inlineMost) return void keep(zips)
    onAdd({ type: 'place', kind: 'zip', zips, lists: [] })
    setTold(texts.geography.zipsAdded(formatCount(zips.length)))
    setText('')
  }
  return (
    <form onSubmit={submit} className={classes.stack}>
      <Textarea
        size="xs"
        label={texts.geography.zips}
        description={texts.geography.zipsHint}
        rows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.pair}>
        <FileButton
          accept=".txt,.csv,text/plain,text/csv"
          onChange={(file) => {
            if (file) void file.text().then(setText)
          }}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default">
              {texts.geography.zipFile}
            </Button>
          )}
        </FileButton>
        <Button type="submit" size="xs" variant="default" loading={isBusy}>
          {texts.geography.addZips}
        </Button>
      </div>
      <Text size="xs" role="status">
        {told}
      </Text>
    </form>
  )
}
