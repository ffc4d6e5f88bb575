import { expect, test } from 'vitest'
import { StoreError } from '../../../../src/errors/index.ts'
import { en } from '../../../../src/things/all-texts/en.ts'
import { showWhenBuilt } from '../../../../src/things/directory/pages/waiting-page.tsx'
import type { OwnVisit } from '../../../../src/things/pages/page-route.ts'

const visit = { texts: en } as OwnVisit
const fail = (code: 'STORE_CONFLICT' | 'NOT_FOUND', retryable: boolean) => async () => {
  throw new StoreError('It is put together.', { code, retryable })
}

test('a page waits for the list of people, loads itself again, and tells every other error', async () => {
  expect(await showWhenBuilt(fail('STORE_CONFLICT', true))(visit)).toMatchObject({ kind: 'page', reloadSeconds: 5 })
  await expect(showWhenBuilt(fail('STORE_CONFLICT', false))(visit)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
  await expect(showWhenBuilt(fail('NOT_FOUND', true))(visit)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
