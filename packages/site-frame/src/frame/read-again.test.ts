import { createMemoryRouter, data } from 'react-router'
import { expect, test } from 'vitest'
import { readAgainWhereOutdated } from './read-again.ts'

test.each([
  [200, 1],
  [404, 1],
  [409, 1],
  [410, 1],
  [403, 0],
  [422, 0],
])('after a form that was answered with %d the page is read again %d times', async (status, times) => {
  let read = 0
  const page = {
    ...{ id: 'page', path: '/', loader: () => ++read, action: () => data('said', { status }) },
    shouldRevalidate: readAgainWhereOutdated,
  }
  const router = createMemoryRouter([page], { hydrationData: { loaderData: { page: 0 } } })
  await router.navigate('/', { formMethod: 'post', formData: new FormData() })
  expect([router.state.actionData?.page, read]).toEqual(['said', times])
})
