import { humanChallengeAnswer } from '@freeor/accounts/human-check/schema'
import { operation } from '../../http/operation.ts'

export const readHumanChallengeOperation = operation({
  id: 'readHumanChallenge',
  method: 'get',
  path: '/api/v2/human_challenge',
  area: 'human-check',
  summary: 'What the page needs to put the human check before a person',
  access: 'user',
  answer: humanChallengeAnswer,
  async handle({ deps: { humanCheck } }) {
    const { widget } = humanCheck
    return {
      provider: widget.provider,
      siteKey: widget.provider === 'altcha' ? null : widget.siteKey,
      challenge: (await humanCheck.challenge()) ?? null,
    }
  },
})
