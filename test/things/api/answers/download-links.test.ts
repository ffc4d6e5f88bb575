import { expect, test } from 'vitest'
import { demandLink, downloadLink } from '../../../../src/things/api/answers/download-links.ts'

function createHost() {
  let nowMs = Date.parse('2026-03-01T00:00:00Z')
  const runtime = {
    publicUrl: 'https://checkwright.example',
    workspace: { clock: { nowMs: () => nowMs }, loadSecret: async () => Buffer.alloc(32, 7) },
  }
  return { runtime: runtime as never, wait: (ms: number) => (nowMs += ms) }
}

function readLink(downloadUrl: string) {
  const { pathname, searchParams } = new URL(downloadUrl)
  const fileId = decodeURIComponent(pathname.split('/').at(-1) ?? '')
  return { fileId, expires: `${searchParams.get('expires')}`, signature: `${searchParams.get('signature')}` }
}

test('a link opens its file for 15 minutes, and not a millisecond longer', async () => {
  const { runtime, wait } = createHost()
  const { downloadUrl, expiresAt } = await downloadLink(runtime, 'f/1')

  expect(expiresAt).toBe('2026-03-01T00:15:00.000Z')
  wait(15 * 60_000 - 1)
  await expect(demandLink(runtime, readLink(downloadUrl))).resolves.toBeUndefined()
  wait(1)
  await expect(demandLink(runtime, readLink(downloadUrl))).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['another file', { fileId: 'f2' }],
  ['a later end', { expires: '9999999999999' }],
  ['the same end, written in another way', { expires: '1e99' }],
  ['no signature', { signature: '' }],
  ['half a signature', { signature: 'AAAA' }],
])('a link that was altered for %s opens nothing', async (_what, change) => {
  const { runtime } = createHost()
  const { downloadUrl } = await downloadLink(runtime, 'f1')

  await expect(demandLink(runtime, { ...readLink(downloadUrl), ...change })).rejects.toMatchObject({
    code: 'API_FORBIDDEN',
  })
})
