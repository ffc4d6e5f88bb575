import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../src/errors/index.ts'
import { breakOffUnless } from '../../../../src/things/api/answers/break-off.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

/** Pieces `0`, `1`, … as they are read, a second after another. */
function openPieces(count: number): Response {
  let piece = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (piece === count) return controller.close()
        vi.advanceTimersByTime(1_000)
        controller.enqueue(new TextEncoder().encode(String(piece++)))
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: 200, headers: { 'content-type': 'text/csv' } })
}

test('breakOffUnless() hands the answer on as it is while its reader may have it', async () => {
  const answer = breakOffUnless(openPieces(3), async () => true)

  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/csv', '012'])
})

test.each([
  ['says no', async () => false],
  ['is refused', () => Promise.reject(new ApiError('no', { code: 'API_UNAUTHENTICATED', status: 401 }))],
])('breakOffUnless() breaks the answer off, and does not end it, when who is asked %s', async (_name, mayGoOn) => {
  const answer = breakOffUnless(openPieces(3), mayGoOn)

  await expect(answer.text()).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
})

test('breakOffUnless() goes on where nobody could be asked', async () => {
  const answer = breakOffUnless(openPieces(2), () => Promise.reject(new Error('the store is down')))

  expect(await answer.text()).toBe('01')
})

test('breakOffUnless() asks at most once a second, and not about an answer without a body', async () => {
  const mayGoOn = vi.fn(async () => true)
  const quick = new Response(new Blob(['a', 'b', 'c']).stream())

  const texts = [await breakOffUnless(quick, mayGoOn).text(), await breakOffUnless(new Response(null), mayGoOn).text()]

  expect([texts, mayGoOn.mock.calls.length]).toEqual([['abc', ''], 0])
})
