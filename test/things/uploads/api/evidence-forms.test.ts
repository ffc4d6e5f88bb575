import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'

const path = '/v1/evidence-forms/uploads'
const upload = { formType: 'access-review', fileName: 'report.pdf', fileType: 'application/pdf', fileData: 'aGVsbG8=' }
const mebibyte = 1024 * 1024

function form(fields: Record<string, string>, file?: File): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  if (file) data.set('file', file)
  return data
}

async function onDisk() {
  const folder = createTempFolder()
  mkdirSync(join(folder, 'objects'))
  const world = await openApiHost({}, { store: `sqlite:${folder}/store.db` })
  const files = () =>
    readdirSync(join(folder, 'objects'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, 'objects', name))
      .filter((name) => statSync(name).isFile())
  return { ...world, files }
}

describe('POST /v1/evidence-forms/uploads', () => {
  test('keeps a file sent as JSON, and gives a link to it', async () => {
    const { ask, files } = await onDisk()

    const { status, body } = await readAnswer(ask('POST', path, { body: upload }))
    const downloaded = await ask('GET', body.downloadUrl, { key: null })

    expect([status, body]).toEqual([
      201,
      {
        fileName: 'report.pdf',
        fileKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        downloadUrl: expect.stringMatching(/^https:\/\/checks\.example\.com\/v1\/files\//),
      },
    ])
    expect(await downloaded.text()).toBe('hello')
    expect(Object.fromEntries(downloaded.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=report.pdf',
      'content-length': '5',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    expect(files().map((file) => readFileSync(file, 'utf8'))).toEqual(['hello'])
    expect(files()[0]).toContain(createHash('sha256').update('hello').digest('hex'))
  })

  test('keeps a file sent as a form, whatever comes first', async () => {
    const { ask } = await onDisk()
    const late = form({}, new File(['one'], 'ä "x".txt', { type: 'text/plain;charset=utf-8' }))
    late.set('formType', 'access-review')
    const early = form({ formType: 'x', fileName: 'named.bin', fileType: 'a/b' }, new File(['two'], 'blob'))

    const [one, two] = [
      await readAnswer(ask('POST', path, { raw: late })),
      await readAnswer(ask('POST', path, { raw: early })),
    ]
    const [first, second] = [await ask('GET', one.body.downloadUrl), await ask('GET', two.body.downloadUrl)]

    expect([one.status, two.status]).toEqual([201, 201])
    expect([await first.text(), await second.text()]).toEqual(['one', 'two'])
    expect(first.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%A4%20%22x%22.txt")
    expect(second.headers.get('content-type')).toBe('a/b')
  })

  test.each<[string, FormData, string]>([
    ['no file', form({ formType: 'x' }), 'file'],
    ['no form type', form({}, new File(['x'], 'x')), 'formType'],
    ['an unknown field', form({ formType: 'x', organizationId: 'other' }, new File(['x'], 'x')), 'organizationId'],
    ['an empty file', form({ formType: 'x' }, new File([], 'x')), 'file'],
    ['a path as name', form({ formType: 'x' }, new File(['x'], '../x')), 'name'],
    ['a field as file', form({ formType: 'x', file: 'x' }), 'file'],
  ])('answers 400 for %s, and leaves no bytes behind', async (_what, raw, member) => {
    const { ask, files } = await onDisk()

    const { status, body } = await readAnswer(ask('POST', path, { raw }))

    expect([status, body.code, body.errors.map((error) => error.path)]).toEqual([400, 'API_INVALID', [member]])
    expect(files()).toEqual([])
  })

  test('answers 400 for a body that breaks off, and leaves no bytes behind', async () => {
    const { ask, files } = await onDisk()
    const raw = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf of a fi'

    const { status } = await readAnswer(
      ask('POST', path, { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' } }),
    )

    expect(status).toBe(400)
    expect(files()).toEqual([])
  })

  test.each([
    ['JSON', 25 * mebibyte, 201],
    ['JSON', 25 * mebibyte + 1, 400],
  ])('takes %s with a file of %i bytes: %i', async (_what, size, expected) => {
    const { ask } = await onDisk()

    const { status } = await readAnswer(
      ask('POST', path, { body: { ...upload, fileData: Buffer.alloc(size).toString('base64') } }),
    )

    expect(status).toBe(expected)
  })
})

describe('GET /v1/files/{fileId}', () => {
  test('refuses a link that is over, altered, or for another file', async () => {
    const { ask, clock } = await onDisk()
    const one = (await readAnswer(ask('POST', path, { body: upload }))).body
    const two = (await readAnswer(ask('POST', path, { body: upload }))).body
    const url = new URL(one.downloadUrl)
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return copy.href
    }
    const later = changed((copy) =>
      copy.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1)),
    )
    const other = changed((copy) => {
      copy.pathname = copy.pathname.replace(one.fileKey, two.fileKey)
    })
    clock.advance(15 * 60_000 - 1)

    const inTime = await ask('GET', one.downloadUrl, { key: null })
    const altered = [await readAnswer(ask('GET', later)), await readAnswer(ask('GET', other))]
    const bare = await readAnswer(ask('GET', `/v1/files/${one.fileKey}`))
    clock.advance(1)
    const over = await readAnswer(ask('GET', one.downloadUrl))

    expect(inTime.status).toBe(200)
    expect(altered.map(({ status }) => status)).toEqual([403, 403])
    expect([bare.status, over.status]).toEqual([400, 403])
  })

  test('answers HEAD with the same headers and no byte', async () => {
    const { ask } = await onDisk()
    const { downloadUrl } = (await readAnswer(ask('POST', path, { body: upload }))).body

    const head = await ask('HEAD', downloadUrl, { key: null })

    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '5'])
  })

  test('breaks the download off when the file is not what was uploaded', async () => {
    const { ask, files } = await onDisk()
    const { downloadUrl } = (await readAnswer(ask('POST', path, { body: upload }))).body
    writeFileSync(files()[0] ?? '', 'hellO')

    const answer = await ask('GET', downloadUrl)

    await expect(answer.text()).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  })

  test('is reached for an attachment by its own link, with the scope to read comments', async () => {
    const { ask } = await onDisk()
    const attachments = [{ fileName: 'a.txt', fileType: 'text/plain', fileData: 'aGVsbG8=', userId: 'ada' }]
    const comment = { content: 'x', entityId: 't', entityType: 'task', userId: 'ada', attachments }
    const { body } = await readAnswer(ask('POST', '/v1/comments', { body: comment }))
    const evidence = (await readAnswer(ask('POST', path, { body: upload }))).body

    const link = await readAnswer(ask('GET', `/v1/attachments/${body.attachments?.[0]?.id}/download-url`))
    const downloaded = await ask('GET', link.body.downloadUrl, { key: null })
    const notOfComment = await readAnswer(ask('GET', `/v1/attachments/${evidence.fileKey}/download-url`))

    expect(link.body).toEqual({ downloadUrl: expect.any(String), expiresAt: '2026-05-01T12:15:00.000Z' })
    expect(await downloaded.text()).toBe('hello')
    expect(notOfComment.status).toBe(404)
  })
})
