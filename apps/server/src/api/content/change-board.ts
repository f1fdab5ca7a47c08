import { changeBoard } from '@freeor/content/boards/commands'
import { boardChange, contentBoard } from '@freeor/content/boards/schema'
import { operation } from '../../http/operation.ts'
import { boardParams, editorOf } from './content-call.ts'

export const changeBoardOperation = operation({
  id: 'changeBoard',
  method: 'patch',
  path: '/api/content-boards/{site}/{collection}',
  area: 'content',
  summary: 'Changes how a collection is shown to its editors, and who may read, write and delete in it',
  access: 'super_admin',
  params: boardParams,
  body: boardChange,
  answer: contentBoard,
  handle: async (call) =>
    await changeBoard(call.deps, call.params, { ...(await editorOf(call)), change: call.body }),
})
