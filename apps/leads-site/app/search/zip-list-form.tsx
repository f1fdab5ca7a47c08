import { decodeText } from '@freeor/kernel/decode-text'
import type { PlaceClause } from '@freeor/leads/query/ast'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { formatCount } from '@freeor/ui/format'
import { Button, FileButton, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { uploadZipList } from '../api/geography.ts'
import { texts } from '../texts.ts'
import classes from './panels.module.css'

/** Beyond this the query text gets long, so it refers to the kept list instead. */
const inlineMost = 25
const unknownShown = 5

/** The ZIPs of a text of nothing else; none where the server knows better what it means. */
function plainZips(text: string): string[] {
  const words = text.split(/[\s,;|]+/).filter((word) => word !== '')
  return words.every((word) => /^\d{5}$/.test(word)) ? [...new Set(words)] : []
}

/** The result of a list: how many were added, and which of its words are not ZIPs that we know. */
function outcome(count: number, unknown: readonly string[]): string {
  const added = texts.geography.zipsAdded(formatCount(count))
  if (unknown.length === 0) return added
  const more = unknown.length - unknownShown
  const list = unknown.slice(0, unknownShown).join(', ') + (more > 0 ? ` +${formatCount(more)}` : '')
  return `${added} ${texts.geography.zipsUnknown(list)}`
}

/** ZIPs typed, pasted or from a file. */
export function ZipListForm({ onAdd }: { onAdd: (place: PlaceClause) => void }) {
  const [text, setText] = useState('')
  const [told, setTold] = useState('')
  const [isBusy, setBusy] = useState(false)
  useUnsavedWork(text !== '')
  const keep = async () => {
    setBusy(true)
    try {
      // The server reads short lists as well: it knows which ZIPs exist, and corrects `2138` and `02138-1234`.
      const { id, count, unknown } = await uploadZipList(browserApi(), text)
      const zips = plainZips(text)
      const isInline = count <= inlineMost && zips.length === count
      onAdd({ type: 'place', kind: 'zip', zips: isInline ? zips : [], lists: isInline ? [] : [id] })
      setTold(outcome(count, unknown))
      setText('')
    } catch (error) {
      setTold(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!/\d/.test(text)) return setTold(texts.geography.zipsNone)
    void keep()
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
            if (file) void file.arrayBuffer().then((buffer) => setText(decodeText(new Uint8Array(buffer))))
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
