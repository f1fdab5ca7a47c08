import type { ListedDownload } from '@freeor/leads/downloads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { formatCount } from '@freeor/ui/format'
import { useRef, useState } from 'react'
import { type DownloadPage, listDownloads } from '../api/downloads.ts'
import { texts } from '../texts.ts'

const words = texts.home

type Read = DownloadPage & { of: string; said: string }

export type OlderFiles = DownloadPage & {
  /** The first file that came last: the focus goes to it. */
  firstNew: string | undefined
  isLoading: boolean
  /** What the last request brought. */
  said: string
  loadOlder: () => void
}

/** The files of the page and those before them, as far as the person has asked for them. */
export function useOlderFiles(first: DownloadPage, whose: 'mine' | 'colleagues'): OlderFiles {
  // A new file moves the border between both: the older ones are asked for anew.
  const of = first.downloads.map(({ id }) => id).join()
  const [read, setRead] = useState<Read>()
  const [firstNew, setFirstNew] = useState<string>()
  const [isLoading, setLoading] = useState(false)
  const isAsked = useRef(false)
  const older = read?.of === of ? read : { of, downloads: [], hasOlder: first.hasOlder, said: '' }
  const downloads: ListedDownload[] = [...first.downloads, ...older.downloads]
  const loadOlder = async () => {
    const last = downloads.at(-1)
    if (!last || isAsked.current) return
    isAsked.current = true
    setLoading(true)
    try {
      const next = await listDownloads(browserApi(), whose, last.id)
      const shown =
        next.downloads.length === 0 ? '' : `${words.olderShown(formatCount(next.downloads.length))} `
      const said = next.hasOlder ? shown : `${shown}${words.allShown}`
      setRead({ of, downloads: [...older.downloads, ...next.downloads], hasOlder: next.hasOlder, said })
      setFirstNew(next.downloads[0]?.id)
    } catch {
      setRead({ ...older, said: words.olderFailed })
    }
    isAsked.current = false
    setLoading(false)
  }
  const { hasOlder, said } = older
  return { downloads, hasOlder, firstNew, isLoading, said, loadOlder: () => void loadOlder() }
}
