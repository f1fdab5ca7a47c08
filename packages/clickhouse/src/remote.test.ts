import { expect, test } from 'vitest'
import { connectClickHouse } from './remote.ts'

test('a server that is not there is told by the error alone: nothing is printed beside it', async () => {
  // A port of TCP that nobody may listen on. What is printed fails the test by itself.
  const joining = connectClickHouse({ url: 'http://127.0.0.1:1', log: () => undefined })
  await expect(joining).rejects.toThrow('ClickHouse at CLICKHOUSE_URL (http://127.0.0.1:1) cannot be used')
})
