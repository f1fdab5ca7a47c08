import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { themeColors } from '@freeor/content/theme-colors'
import { expect, test } from 'vitest'

const styles = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const [colors, site] = [styles('theme-colors.module.css'), styles('../site.css')]

const dark = ':global([data-mantine-color-scheme="dark"]) '
const surfaces = [...site.matchAll(/--surface-raised: (#[0-9a-f]{6})/g)].map(([, color = '']) => color)

/** The value of a theme colour in a scheme. */
function colorOf(name: string, scheme: 'light' | 'dark'): string {
  const rule = `\n${scheme === 'dark' ? dark : ''}.${name} {\n  --theme-color: `
  const at = colors.indexOf(rule)
  return at < 0 ? '' : colors.slice(at + rule.length, at + rule.length + 7)
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each(['light', 'dark'] as const)(
  'each of the eight colours is seen beside the surface of a card and differs from the others: %s scheme',
  (scheme) => {
    const surface = surfaces[scheme === 'light' ? 0 : 1] ?? ''
    const all = themeColors.map((name) => colorOf(name, scheme))
    expect(all.filter((color) => /^#[0-9a-f]{6}$/.test(color))).toHaveLength(8)
    expect(new Set(all).size).toBe(8)
    // A colour without text: 3:1 (WCAG 1.4.11, level AA).
    for (const [at, color] of all.entries())
      expect(contrast(color, surface), `${themeColors[at]} ${color}`).toBeGreaterThanOrEqual(3)
  },
)
