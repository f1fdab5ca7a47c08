import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { takePicture } from '../pictures.ts'

/** Buttons whose label may take two lines: as high as it is, and nothing of it cut off. */

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

/** By how much the label stands above or below the middle of its button, and whether some of it is cut off. */
const measure = async (button: Locator) =>
  await button.evaluate((element) => {
    const label = element.querySelector('.mantine-Button-label') ?? element
    const words = document.createRange()
    words.selectNodeContents(label)
    const [inner, outer] = [words.getBoundingClientRect(), element.getBoundingClientRect()]
    const isHidden = getComputedStyle(label).overflowY !== 'visible'
    const box = label.getBoundingClientRect()
    return {
      off: Math.abs((inner.top + inner.bottom) / 2 - (outer.top + outer.bottom) / 2),
      isCut: (isHidden && (inner.bottom > box.bottom || inner.top < box.top)) || inner.bottom > outer.bottom,
    }
  })

async function expectWhole(page: Page, button: Locator, picture: string): Promise<void> {
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport)
    await button.waitFor()
    const { off, isCut } = await measure(button)
    expect(isCut, `cut at ${viewport.width} px`).toBe(false)
    expect(off, `off the middle at ${viewport.width} px`).toBeLessThan(2)
    await expectNoSidewaysScroll(page)
    await takePicture(page, `${picture}-${viewport.width}`)
  }
}

journey(
  'the main buttons of a course, a lesson and the reviews show their whole label',
  async ({ visitor }) => {
    const page = await visitor({ viewport: narrow })
    await becomeProvenMember(page, inject('coursesUrl'))
    await open(page, courses('/course/crs_introduction'))
    await expectWhole(page, page.getByRole('link', { name: 'Begin with lesson 1' }), 'course-begin')
    await open(page, courses('/review'))
    await expectWhole(
      page,
      page.getByRole('main').locator('form button[type="submit"]').first(),
      'review-begin',
    )

    await open(page, courses('/course/crs_introduction/lesson/1'))
    await page.getByRole('button', { name: 'Take the quiz' }).click()
    await page.waitForURL(/\/quiz\//)
    await open(page, courses('/course/crs_introduction/lesson/1'))
    const goOn = page.getByRole('button', { name: /^Continue the quiz, \d+% answered$/ })
    await expectWhole(page, goOn, 'lesson-open-quiz')
    await open(page, courses('/course/crs_introduction'))
    await expectWhole(page, page.getByRole('link', { name: /^(Continue: |Begin with)/ }), 'course-continue')

    // Text that is enlarged four times leaves a page so wide.
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, courses('/course/crs_introduction/lesson/1'))
    await goOn.waitFor()
    await expectNoSidewaysScroll(page)
    await takePicture(page, 'lesson-open-quiz-320')
    await expectAccessible(page)
  },
)
