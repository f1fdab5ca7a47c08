import type { ReactNode } from 'react'
import type { texts } from '../texts.ts'

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
const filled = { fill: 'currentColor' } as const

const around = (count: number, radius: number, offset = 0) =>
  Array.from({ length: count }, (_, at) => {
    const angle = offset + (at * 2 * Math.PI) / count
    return [12 + radius * Math.sin(angle), 12 - radius * Math.cos(angle)].map((n) => n.toFixed(2))
  })

/** A star whose points and notches take turns. */
function star(points: number, outer: number, inner: number): string {
  const tips = around(points, outer)
  const notches = around(points, inner, Math.PI / points)
  return `M${tips.flatMap((tip, at) => [tip.join(' '), notches[at]?.join(' ')]).join('L')}z`
}

const spokes = (from: number, to: number) =>
  around(8, to)
    .map((end, at) => `M${around(8, from)[at]?.join(' ')}L${end.join(' ')}`)
    .join('')

/** One drawing for each name, of 24 by 24. All have the same weight, so that none stands out. */
export const faithSymbols: Readonly<Record<keyof typeof texts.faiths, ReactNode>> = {
  bahai: <path {...line} d={star(9, 9.5, 5)} />,
  buddhism: (
    <>
      <circle {...line} cx="12" cy="12" r="8.6" />
      <circle {...line} cx="12" cy="12" r="2.4" />
      <path {...line} d={spokes(2.4, 8.6)} />
    </>
  ),
  christianity: <path {...line} strokeWidth={2.2} d="M12 3v18M6.500 8.500h11" />,
  hinduism: (
    <>
      <path
        {...line}
        d="M4.200 8.600c1.400-2.600 6-2.200 5.700.800-.200 1.700-1.700 2.300-3.100 2.400 2 0 3.900 1 3.900 3.200 0 3.500-5 4.500-7.200 1.300"
      />
      <path
        {...line}
        d="M10.500 13.200c1.900-1.300 3.300-2.900 5.400-2.300 3.400 1 3.300 6.600.200 7.200-2.100.4-2.900-1.700-1.500-2.700"
      />
      <path {...line} d="M12.800 6.300c1.600 2 5 2 6.700-.200" />
      <circle {...filled} cx="16.200" cy="4" r="1.200" />
    </>
  ),
  indigenous: (
    <>
      <circle {...line} cx="12" cy="12" r="8.600" />
      <path {...line} d="M12 3.400v17.200M3.400 12h17.200" />
    </>
  ),
  islam: (
    <>
      <path {...filled} d="M14.500 4.200a8.400 8.400 0 1 0 3.700 13.400 6.900 6.900 0 1 1-3.700-13.400z" />
      <path {...filled} transform="translate(5.600 -.4) scale(.98)" d={star(5, 3.6, 1.5)} />
    </>
  ),
  jainism: (
    <>
      <path
        {...line}
        d="M7 20.500c-1.800-2.700-2.300-5-2.300-7.500l1.900.6V6.400c0-1.600 2.200-1.600 2.200 0V5c0-1.700 2.300-1.700 2.300 0v-.6c0-1.700 2.400-1.700 2.400 0v1.400c0-1.600 2.300-1.600 2.300 0V13l2.300-2c1.200-1 2.500.3 1.700 1.500-1.500 2.400-2 5.600-4.500 8z"
      />
      <circle {...line} cx="11.400" cy="14.800" r="2.300" />
    </>
  ),
  judaism: <path {...line} d="M12 2.800l8 13.800H4zM12 21.200L4 7.400h16z" />,
  none: (
    <>
      <path {...line} d="M7.600 21h8.800M9.500 21v-5.500h5V21" />
      <path
        {...line}
        d="M12 2.800c3.300 3.300 4.200 5.400 4.200 7.200a4.200 4.200 0 0 1-8.400 0c0-1.300.6-2.300 1.500-3.200.300 1 .800 1.500 1.600 1.800-.400-2 0-3.900 1.100-5.800z"
      />
    </>
  ),
  shinto: (
    <>
      <path {...line} strokeWidth={2} d="M2.800 5.200c6 1.400 12.400 1.400 18.400 0" />
      <path {...line} d="M5 10.400h14M7 6.200V21M17 6.200V21M12 6.400v4" />
    </>
  ),
  sikhism: (
    <>
      <path {...line} d="M12 2.600c1.400 2 1.400 3.600 0 5-1.400-1.400-1.400-3 0-5zM12 7.600V21" />
      <circle {...line} cx="12" cy="12" r="4" />
      <path
        {...line}
        d="M6.600 6.200c-4 4.500-2.600 10.500 3.600 13M17.400 6.200c4 4.500 2.600 10.500-3.600 13M9.500 21h5"
      />
    </>
  ),
  taoism: (
    <>
      <circle {...line} cx="12" cy="12" r="8.600" />
      <path
        {...filled}
        d="M12 3.400a4.300 4.300 0 0 1 0 8.600 4.300 4.300 0 0 0 0 8.600 8.600 8.600 0 0 1 0-17.200z"
      />
      <circle {...filled} cx="12" cy="16.300" r="1.300" />
    </>
  ),
}
