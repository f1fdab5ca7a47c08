import classes from './theme-colors.module.css'

/** The class that sets `--theme-color`; an unknown colour is the default one. */
export const themeClass = (color: string): string => classes[color] ?? classes.info ?? ''
