import type { paths } from '@freeor/api-client/schema'

type Boards = paths['/api/content-boards']['get']['responses'][200]['content']['application/json']['boards']

/** What documents of a kind are called. */
export type Collection = Boards[number]['collection']
