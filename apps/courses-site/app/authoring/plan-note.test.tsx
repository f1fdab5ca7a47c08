import type { AuthorPlan } from '@freeor/courses/authoring/plan-limits/schema'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PlanNote } from './plan-note.tsx'

/** The text of the note on a plan that allows so many courses and lessons. */
function noteOn(allowed: Pick<AuthorPlan, 'courses' | 'lessons'>, kind: 'courses' | 'lessons'): string {
  const plan: AuthorPlan = { planID: 'freeor_basic', subscription_status: null, ...allowed }
  const html = renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter>
        <PlanNote plan={plan} kind={kind} />
      </MemoryRouter>
    </MantineProvider>,
  )
  return html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('a plan that has ended is said to have ended, not to be full', () => {
  for (const kind of ['courses', 'lessons'] as const) {
    const text = noteOn({ courses: 0, lessons: 0 }, kind)
    expect(text).toContain('Your plan has ended What is published stays; a plan lets you go on creating.')
    expect(text).not.toContain('full')
  }
})

test('a full plan says how much it has room for', () => {
  const full = { courses: 1, lessons: 10 }
  expect(noteOn(full, 'courses')).toContain('Your plan is full It has room for 1 course.')
  expect(noteOn(full, 'lessons')).toContain('Your plan is full It has room for 10 lessons in each course.')
})
