import { unwrap } from '@freeor/api-client/client'
import { writeClock } from '@freeor/courses/captions/timestamp'
import { longestSearch } from '@freeor/courses/search/limits'
import type { CourseHit } from '@freeor/courses/search/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Highlight, TextInput, Title } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { lessonPath } from '../course/paths.ts'
import { lessonTexts } from '../texts/lesson.ts'
import classes from './course-search.module.css'

const words = lessonTexts

/** The words that were looked for, as far as a passage may have them so. */
const termsOf = (query: string) => query.split(/[^\p{L}\p{N}]+/u).filter((term) => term.length > 2)

function Hit({ courseId, hit, query }: { courseId: string; hit: CourseHit; query: string }) {
  const { slug, order, title, second, passage } = hit
  const to = `${lessonPath(courseId, slug)}${second === null ? '#transcript' : `?t=${Math.floor(second)}`}`
  return (
    <li className={classes.hit}>
      <Link to={to} className={classes.link}>
        {words.hitAt(order, title, second === null ? undefined : writeClock(second))}
      </Link>
      <Highlight component="p" className={classes.passage} highlight={termsOf(query)}>
        {passage.length > 240 ? `${passage.slice(0, 240)}…` : passage}
      </Highlight>
    </li>
  )
}

/** Finds words in what is said and written in all lessons of the course. */
export function CourseSearch({ courseId }: { courseId: string }) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<{ query: string; hits: readonly CourseHit[]; failed?: true }>()
  const asked = useRef('')
  const search = async (event: FormEvent) => {
    event.preventDefault()
    const q = query.trim()
    asked.current = q
    if (q === '') return setFound(undefined)
    const params = { path: { courseId }, query: { q } }
    const hits = await browserApi()
      .GET('/api/courses/{courseId}/search', { params })
      .then(unwrap)
      .then((answer) => answer.hits)
      .catch(() => undefined)
    // Another search may have been sent meanwhile.
    if (asked.current === q) setFound(hits ? { query: q, hits } : { query: q, hits: [], failed: true })
  }
  return (
    <section aria-labelledby="search" className={classes.search} data-no-print>
      <Title order={2} size="h4" id="search">
        {words.search}
      </Title>
      <search>
        <form onSubmit={(event) => void search(event)}>
          <TextInput
            type="search"
            size="md"
            aria-label={words.searchFor}
            placeholder={words.searchFor}
            maxLength={longestSearch}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <button type="submit" className={classes.go}>
            {words.searchGo}
          </button>
        </form>
      </search>
      <p role="status" className={classes.status}>
        {found ? (found.failed ? words.searchFailed : words.found(found.hits.length, found.query)) : ''}
      </p>
      {found && found.hits.length > 0 ? (
        <ul className={classes.hits}>
          {found.hits.map((hit) => (
            <Hit
              key={`${hit.lessonId} ${hit.second} ${hit.passage}`}
              courseId={courseId}
              hit={hit}
              query={found.query}
            />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
