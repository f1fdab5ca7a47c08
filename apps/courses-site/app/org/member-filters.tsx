import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Form, useSubmit } from 'react-router'
import { CourseSelect, type CourseSelectProps } from '../course/course-choice.tsx'
import { organizationTexts } from '../texts/organization.ts'
import classes from './org.module.css'

const words = organizationTexts.members

export type MemberFiltersProps = CourseSelectProps & {
  search: URLSearchParams
  organizations: readonly string[]
  /** What is shown unless the address says otherwise. */
  confirmed: string
}

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Search and filter; everything stands in the address, and works without script. */
export function MemberFilters({ search, organizations, confirmed, ...ofCourse }: MemberFiltersProps) {
  const submit = useSubmit()
  const kept = ['sort', 'direction'].flatMap((name) => {
    const value = search.get(name)
    return value ? [<input key={name} type="hidden" name={name} value={value} />] : []
  })
  return (
    <Form
      method="get"
      className={classes.filters}
      onChange={({ currentTarget }) =>
        void submit(currentTarget, { replace: true, preventScrollReset: true })
      }
    >
      {kept}
      <CourseSelect {...ofCourse} />
      <TextInput
        label={words.search}
        name="q"
        type="search"
        autoComplete="off"
        defaultValue={search.get('q') ?? ''}
      />
      <NativeSelect
        label={words.state}
        name="state"
        defaultValue={search.get('state') ?? ''}
        data={choicesOf(words.states)}
      />
      <NativeSelect
        label={words.confirmed}
        name="confirmed"
        defaultValue={search.get('confirmed') ?? confirmed}
        data={choicesOf(words.confirmedChoices)}
      />
      {organizations.length > 1 ? (
        <NativeSelect
          label={words.organization}
          name="organization"
          defaultValue={search.get('organization') ?? ''}
          data={[{ value: '', label: words.everyOrganization }, ...organizations]}
        />
      ) : null}
      <Button type="submit" variant="default">
        {words.show}
      </Button>
    </Form>
  )
}
