import type { Dictionary } from '@freeor/leads/schema'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { Anchor, Badge, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { ColumnChoice } from '../search/column-menu.tsx'
import { fileTexts } from '../texts/files.ts'
import { noteTexts } from '../texts/notes.ts'
import { texts } from '../texts.ts'
import { badFields, type Choice, type Format, type Preset } from './download-choice.ts'
import classes from './downloads.module.css'

const formats: { value: Format; label: string }[] = [
  { value: 'csv', label: texts.downloads.csv },
  { value: 'csv-bom', label: texts.downloads.csvBom },
  { value: 'xlsx', label: texts.downloads.xlsx },
  { value: 'jsonl', label: texts.downloads.jsonl },
  { value: 'parquet', label: texts.downloads.parquet },
]

const presets: { value: Preset | ''; label: string }[] = [
  { value: '', label: fileTexts.presets.none },
  { value: 'hubspot', label: fileTexts.presets.hubspot },
  { value: 'salesforce', label: fileTexts.presets.salesforce },
]

type ChoiceFormProps = { dictionary: Dictionary; choice: Choice; onChange: (choice: Choice) => void }

type FileChoiceProps = { choice: Choice; set: (patch: Partial<Choice>) => void }

/** Format and size: a program's own, or any. */
function FileChoice({ choice, set }: FileChoiceProps) {
  const bad = badFields(choice)
  const { preset } = choice
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label={fileTexts.madeFor}
          data={presets}
          value={preset ?? ''}
          onChange={(event) => {
            const chosen = presets.find((each) => each.value === event.currentTarget.value)
            set({ preset: chosen?.value || undefined })
          }}
        />
        <NativeSelect
          label={texts.downloads.format}
          data={formats}
          disabled={preset !== undefined}
          value={preset ? 'csv' : choice.format}
          onChange={(event) => {
            const format = formats.find((each) => each.value === event.currentTarget.value)
            if (format) set({ format: format.value })
          }}
        />
      </div>
      {preset ? (
        <Text size="sm" c="dimmed" role="note">
          {fileTexts.about[preset]}
        </Text>
      ) : null}
      <div className={classes.pair}>
        <TextInput
          label={texts.downloads.limit}
          placeholder={texts.downloads.limitHint}
          inputMode="numeric"
          value={choice.limit}
          error={bad.limit ? texts.downloads.limitBad : undefined}
          onChange={(event) => set({ limit: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={fileTexts.rowsPerFile}
          placeholder={fileTexts.rowsPerFileHint}
          inputMode="numeric"
          value={choice.rowsPerFile}
          error={bad.rowsPerFile ? fileTexts.rowsPerFileBad : undefined}
          onChange={(event) => set({ rowsPerFile: event.currentTarget.value.trim() })}
        />
      </div>
    </>
  )
}

/** Name, format, size and columns of a file. */
export function ChoiceForm({ dictionary, choice, onChange }: ChoiceFormProps) {
  const maySuppress = useSiteData()?.me.allowance?.searchSuppressions ?? false
  const set = (patch: Partial<Choice>) => onChange({ ...choice, ...patch })
  return (
    <div className={classes.choice}>
      <TextInput
        label={texts.downloads.name}
        value={choice.searchName}
        maxLength={120}
        onChange={(event) => set({ searchName: event.currentTarget.value })}
      />
      <FileChoice choice={choice} set={set} />
      <Checkbox
        label={noteTexts.include}
        checked={choice.includeNotes}
        onChange={(event) => set({ includeNotes: event.currentTarget.checked })}
      />
      <div className={classes.suppress}>
        <Checkbox
          label={texts.downloads.suppress}
          disabled={!maySuppress}
          checked={choice.suppressOwned}
          onChange={(event) => set({ suppressOwned: event.currentTarget.checked })}
        />
        {maySuppress ? null : (
          <Badge
            component={Link}
            to="/pricing"
            title={texts.downloads.upgradeHint}
            className={classes.upgrade}
          >
            {texts.downloads.upgrade}
          </Badge>
        )}
      </div>
      {maySuppress ? (
        <div className={classes.suppress}>
          <Checkbox
            label={texts.downloads.suppressLists}
            checked={choice.suppressLists}
            onChange={(event) => set({ suppressLists: event.currentTarget.checked })}
          />
          <Anchor component={Link} to="/search/suppression" size="sm">
            {texts.suppression.open}
          </Anchor>
        </div>
      ) : null}
      <fieldset className={classes.columns}>
        <legend>{texts.downloads.columns}</legend>
        <ColumnChoice
          columns={dictionary.columns}
          chosen={choice.columns}
          onChange={(columns) => set({ columns })}
        />
      </fieldset>
    </div>
  )
}
