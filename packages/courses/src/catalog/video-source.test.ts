import { expect, test } from 'vitest'
import { servedBy, videoSource } from './video-source.ts'

const of = (videoType: 'youtube' | 'vimeo' | 'loom' | 'html5', videoUrl: string) =>
  videoSource({ videoType, videoUrl })

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
  'https://youtu.be/dQw4w9WgXcQ?si=x',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('%s is a video of YouTube', (url) => {
  expect(of('youtube', url)).toEqual({ kind: 'youtube', id: 'dQw4w9WgXcQ' })
})

test('Vimeo and Loom are read with the key of an unlisted video', () => {
  expect(of('vimeo', 'https://vimeo.com/76979871')).toEqual({ kind: 'vimeo', id: '76979871', hash: null })
  expect(of('vimeo', 'https://vimeo.com/channels/staff/76979871/8272103f6e')).toEqual({
    ...{ kind: 'vimeo', id: '76979871', hash: '8272103f6e' },
  })
  expect(of('vimeo', 'https://player.vimeo.com/video/76979871?h=8272103f6e')).toMatchObject({
    hash: '8272103f6e',
  })
  expect(of('loom', 'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184')).toEqual({
    ...{ kind: 'loom', id: '0281766fa2d04bb788eaf19e65135184' },
  })
})

test('an own file and a file elsewhere are played as they are', () => {
  expect(of('html5', '/starter/lesson-1.mp4')).toEqual({ kind: 'html5', src: '/starter/lesson-1.mp4' })
  const elsewhere = of('html5', 'https://media.example.org/a.mp4')
  expect(elsewhere).toEqual({ kind: 'html5', src: 'https://media.example.org/a.mp4' })
  expect(elsewhere && servedBy(elsewhere)).toBe('media.example.org')
})

test.each([
  ['youtube', ''],
  ['youtube', 'https://evil.example/watch?v=dQw4w9WgXcQ'],
  ['youtube', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ'],
  ['youtube', 'https://www.youtube.com/watch?v="><script>'],
  ['vimeo', 'https://vimeo.com/about'],
  ['loom', 'https://www.loom.com/looms/videos'],
  ['html5', 'javascript:alert(1)'],
  ['html5', '//evil.example/a.mp4'],
  ['html5', '/\\evil.example/a.mp4'],
  ['html5', 'http://media.example.org/a.mp4'],
] as const)('%s %j is no video', (type, url) => {
  expect(of(type, url)).toBeUndefined()
})
