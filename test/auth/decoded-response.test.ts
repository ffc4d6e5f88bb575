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

test('createDecodedResponse() reads its text by the charset that it declares, and a clone does so too', async () => {
  const headers = new Headers({ 'content-type': 'text/plain; charset=latin1' })
  const response = createDecodedResponse(200, headers, Buffer.from('jürgen', 'latin1'), {
    method: 'GET',
    url: 'https://api.acme.example/x',
  })
  const clone = response.clone()

  expect(await response.text()).toBe('jürgen')
  expect(await clone.clone().text()).toBe('jürgen')
  expect(clone.url).toBe('https://api.acme.example/x')
})

test('createDecodedResponse() refuses to make text of other bytes, and gives the bytes', async () => {
  const response = createDecodedResponse(200, new Headers(), Buffer.from('jürgen', 'latin1'))

  await expect(response.clone().text()).rejects.toMatchObject({ code: 'HTTP_NOT_TEXT' })
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe('jürgen')
})
