import { formatDate } from '@freeor/ui/format'
import { Button, Text } from '@mantine/core'
import { Link, useFetcher } from 'react-router'
import type { SharedWithMe as Shared } from '../api/shares.ts'
import { texts } from '../texts.ts'
import classes from './home.module.css'

const words = texts.shared

/** Searches that others shared with me by a link I opened. */
export function SharedWithMe({ searches }: { searches: readonly Shared[] }) {
  const fetcher = useFetcher()
  if (searches.length === 0)
    return (
      <Text c="dimmed" mt="sm">
        {words.noneWithMe}
      </Text>
    )
  return (
    <ul className={classes.list}>
      {searches.map(({ link, kind, searchName, by, expiresAt }) => (
        <li key={link}>
          <div className={classes.body}>
            <Link to={`/share/search?${new URLSearchParams({ kind, link })}`}>{searchName}</Link>
            <span className={classes.note}>{words.sharedBy(by, formatDate(expiresAt))}</span>
          </div>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={words.forgetLabel(searchName)}
            onClick={() => void fetcher.submit({ forget: link }, { method: 'post' })}
          >
            {words.forget}
          </Button>
        </li>
      ))}
    </ul>
  )
}
