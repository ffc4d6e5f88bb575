import { expect, test, vi } from 'vitest'
import { StoreError } from '../../../src/errors/index.ts'
import { createThrottledLog } from '../../../src/service/queue/throttled-log.ts'

test('createThrottledLog() tells of each kind of trouble once, however often it comes, and shows no message', () => {
  const warn = vi.fn()
  const log = createThrottledLog({ warn }, 'The queue could not be asked')

  for (let times = 0; times < 100; times++) {
    log(new StoreError('at postgres://me:secret@db', { code: 'STORE_UNAVAILABLE' }))
    log(new Error('secret'))
  }

  expect(warn.mock.calls).toEqual([
    [{ code: 'STORE_UNAVAILABLE' }, 'The queue could not be asked'],
    [{ code: 'UNKNOWN' }, 'The queue could not be asked'],
  ])
})
