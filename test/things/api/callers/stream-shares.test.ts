import { expect, test } from 'vitest'
import { type StreamReader, StreamShares } from '../../../../src/things/api/callers/stream-shares.ts'

const reader = (organizationId: string, countsFor: string) => ({ organizationId, countsFor }) as unknown as StreamReader

test('StreamShares.open() holds a caller and an organization to their shares, and takes nothing where it refuses', () => {
  const shares = new StreamShares({ streams: 3, streamsPerCaller: 2 })
  const [a, b] = [reader('acme', 'key:a'), reader('acme', 'key:b')]
  shares.open(a)
  const close = shares.open(a)

  expect(() => shares.open(a)).toThrow(expect.objectContaining({ code: 'API_QUOTA_EXCEEDED', status: 429 }))
  shares.open(b)
  expect(() => shares.open(b)).toThrow(/of the organization/)
  close()
  shares.open(b)
  expect(() => shares.open(reader('acme', 'key:c'))).toThrow(/of the organization/)
  shares.open(reader('blue', 'key:d'))
})

test('StreamShares gives a place back once, however often it is closed', () => {
  const shares = new StreamShares({ streams: 2, streamsPerCaller: 2 })
  const close = shares.open(reader('acme', 'key:a'))
  shares.open(reader('acme', 'key:a'))

  for (let times = 0; times < 3; times++) close()
  shares.open(reader('acme', 'key:a'))

  expect(() => shares.open(reader('acme', 'key:a'))).toThrow()
})
