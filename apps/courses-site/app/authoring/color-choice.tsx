import { themeColors } from '@freeor/content/theme-colors'
import { themeClass } from '../course/theme-colors.ts'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './authoring.module.css'

/** The eight colours as radio buttons; each has its name beside its colour. */
export function ColorChoice({ chosen }: { chosen: string }) {
  return (
    <fieldset className={classes.colors}>
      <legend>{authoringTexts.color}</legend>
      {themeColors.map((color) => (
        <label key={color} className={`${classes.color} ${themeClass(color)}`}>
          <input type="radio" name="themeColor" value={color} defaultChecked={color === chosen} />
          <span className={classes.swatch} aria-hidden />
          {authoringTexts.colors[color]}
        </label>
      ))}
    </fieldset>
  )
}
