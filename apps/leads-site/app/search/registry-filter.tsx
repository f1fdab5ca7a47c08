import type { DoNotCallRegistry } from '@freeor/leads/do-not-call/schema'
import type { Query } from '@freeor/leads/query/ast'
import { formatCount } from '@freeor/ui/format'
import { Alert, Switch } from '@mantine/core'
import { texts } from '../texts.ts'
import { leavesOutRegistry, withoutRegistry } from './edit-query.ts'
import classes from './panels.module.css'

export type RegistryFilterProps = {
  registry: DoNotCallRegistry
  query: Query
  onChange: (query: Query) => void
}

const words = texts.doNotCall

/** Leaves out who is on the do-not-call registry, and says how old that is. */
export function RegistryFilter({ registry, query, onChange }: RegistryFilterProps) {
  const state = words.state(formatCount(registry.numbers), formatCount(registry.ageDays))
  return (
    <section aria-label={words.title}>
      <h2 className={classes.groupTitle}>{words.title}</h2>
      <Switch
        label={words.leaveOut}
        description={state}
        checked={leavesOutRegistry(query)}
        onChange={(event) => onChange(withoutRegistry(query, event.currentTarget.checked))}
      />
      {registry.isOld ? (
        <Alert color="orange" mt="xs" role="note">
          {words.old}
        </Alert>
      ) : null}
    </section>
  )
}
