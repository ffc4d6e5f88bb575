import { expect, test } from 'vitest'
import { createDecodedResponse } from '../../src/auth/decoded-response.ts'

const bytes = new TextEncoder().encode('{"a":1}')

test('createDecodedResponse() leaves out the headers by which a reader would decode the body again', async () => {
  const headers = new Headers({ 'content-encoding': 'gzip', 'content-length': '3', 'content-type': 'application/json' })

  const response = createDecodedResponse(200, headers, bytes)

  expect([...response.headers]).toEqual([['content-type', 'application/json']])
  expect(await response.json()).toEqual({ a: 1 })
  expect(headers.get('content-encoding')).toBe('gzip')
})

test.each([204, 205, 304])('createDecodedResponse() of %i has no body, whatever the vendor sent', async (status) => {
  const response = createDecodedResponse(status, new Headers(), bytes)

  expect(response.status).toBe(status)
  expect(response.body).toBeNull()
})
