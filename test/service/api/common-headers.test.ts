import { expect, test } from 'vitest'
import { CommonHeaders } from '../../../src/service/api/common-headers.ts'

test('CommonHeaders are in an answer that was made with them, and are added to any other', () => {
  const common = new CommonHeaders({ 'x-request-id': 'request-1' })
  common.set('ratelimit', 'r=1')
  const other = new Response('text', { headers: { 'x-request-id': 'spoofed', etag: '"a"' } })

  common.addTo(other)
  const own = common.extend({ etag: '"b"' })

  expect(Object.fromEntries(other.headers)).toMatchObject({
    'x-request-id': 'request-1',
    ratelimit: 'r=1',
    etag: '"a"',
  })
  expect(own).toEqual({ 'x-request-id': 'request-1', ratelimit: 'r=1', etag: '"b"' })
})
