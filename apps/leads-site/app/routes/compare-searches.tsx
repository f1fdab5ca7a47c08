import { ApiProblem } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { PaneHead } from '@freeor/site-frame/frame/pane'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { Alert, Button, NativeSelect, Text } from '@mantine/core'
import { Form } from 'react-router'
import { compareSearches, listAllSearches, type SearchComparison } from '../api/saved-searches.ts'
import classes from '../compare/compare.module.css'
import { ComparisonResult } from '../compare/comparison-result.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/compare-searches'
import pageClasses from './search-home.module.css'

const words = texts.compare

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

type Outcome = { comparison?: SearchComparison; failure?: string }

/** The comparison of the searches in the address, or why there is none. */
async function compareThose(
  api: ReturnType<typeof serverApi>,
  first: string,
  second: string,
): Promise<Outcome> {
  if (first === '' || second === '') return {}
  try {
    return { comparison: await compareSearches(api, first, second) }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return { failure: error.message }
    throw error
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireLogin(context, api)
  const params = new URL(request.url).searchParams
  const [first, second] = [params.get('first') ?? '', params.get('second') ?? '']
  const [lists, outcome] = await forPage(
    context,
    Promise.all([listAllSearches(api), compareThose(api, first, second)]),
  )
  const searches = [...lists.savedSearches, ...lists.companySearches].map(({ id, searchName }) => ({
    value: id,
    label: searchName,
  }))
  return { searches, first, second, ...outcome }
}

export default function CompareSearches({ loaderData }: Route.ComponentProps) {
  const { searches, first, second, comparison, failure } = loaderData
  const choices = [{ value: '', label: words.choose }, ...searches]
  return (
    <div className={pageClasses.page}>
      <PaneHead title={words.title} lead={words.lead} back={{ to: '/search', label: texts.share.back }} />
      {searches.length < 2 ? (
        <Text c="dimmed">{words.tooFew}</Text>
      ) : (
        <Form className={classes.form}>
          <NativeSelect label={words.first} name="first" data={choices} defaultValue={first} />
          <NativeSelect label={words.second} name="second" data={choices} defaultValue={second} />
          <Button type="submit" w="fit-content">
            {words.compare}
          </Button>
        </Form>
      )}
      {failure ? (
        <Alert role="alert" color="orange">
          {failure}
        </Alert>
      ) : null}
      {comparison ? <ComparisonResult comparison={comparison} /> : null}
    </div>
  )
}
