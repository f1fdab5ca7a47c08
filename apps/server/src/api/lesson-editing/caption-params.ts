import { captionKind, captionLanguage } from '@freeor/courses/captions/schema'
import { lessonParams } from '../lessons/lesson-params.ts'

export const captionParams = lessonParams.extend({ kind: captionKind, language: captionLanguage })
