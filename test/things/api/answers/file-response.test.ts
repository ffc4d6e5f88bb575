import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildSaveHeaders, createDigestCheck } from '../../../../src/things/api/answers/file-response.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

test('buildSaveHeaders() has a browser save a file, whatever its name and type claim', () => {
  const headers = buildSaveHeaders('report";\r\nset-cookie: a=b.html', 'text/html')

  expect(headers['content-disposition']).toMatch(/^attachment; filename="/)
  expect(headers['content-disposition']).not.toMatch(/[\r\n]/)
  expect(headers['content-security-policy']).toContain('sandbox')
})

test('createDigestCheck() lets the bytes through that were stored', async () => {
  const stream = new Blob(['abc']).stream().pipeThrough(createDigestCheck(digest('abc')))

  expect(await new Response(stream).text()).toBe('abc')
})

test('createDigestCheck() never completes a download of altered bytes', async () => {
  const read: Uint8Array[] = []
  const altered = ReadableStream.from([Buffer.from('ab'), Buffer.from('X')])

  const reading = (async () => {
    for await (const chunk of altered.pipeThrough(createDigestCheck(digest('abc')))) read.push(chunk)
  })()

  await expect(reading).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  expect(Buffer.concat(read).length).toBeLessThan(3)
})
