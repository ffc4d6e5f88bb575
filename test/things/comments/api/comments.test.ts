import { describe, expect, test } from 'vitest'
import type { CommentNotice } from '../../../../src/app/host/index.ts'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'

const comment = { content: 'Looks good', entityId: 'tsk_1', entityType: 'task', userId: 'ada' }
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64')
const attachment = { fileName: 'a.txt', fileType: 'text/plain', fileData: base64('hello'), userId: 'ada' }

test('a thread of comments is answered, resolved, listed by state and opened again; the form of a comment has none of it', async () => {
  const { ask } = await openApiHost()
  const by = { userId: 'ada' }
  const { body: first } = await readAnswer(ask('POST', '/v1/comments', { body: comment }))
  const at = `/v1/comments/${first.id}`
  const states = async () =>
    (await readAnswer(ask('GET', '/v1/comment-threads?entityType=task&entityId=tsk_1'))).body.data

  const answer = await readAnswer(ask('POST', `${at}/answers`, { body: { content: 'Thanks', ...by } }))
  const nested = await readAnswer(
    ask('POST', `/v1/comments/${answer.body.id}/answers`, { body: { content: '!', ...by } }),
  )
  const resolved = await readAnswer(ask('POST', `/v1/comments/${answer.body.id}/resolve`, { body: by }))
  const none = await readAnswer(ask('GET', '/v1/comment-threads?entityType=task&entityId=tsk_1&state=open'))
  await ask('POST', `${at}/reopen`, { body: by })
  const reopened = await states()
  await ask('POST', `${at}/resolve`, { body: by })
  await ask('POST', `${at}/answers`, { body: { content: 'Once more', ...by } })
  const answered = await states()
  const unknown = await ask('POST', '/v1/comments/none/answers', { body: { content: 'x', ...by } })
  const { body: list } = await readAnswer(ask('GET', '/v1/comments?entityType=task&entityId=tsk_1'))

  expect(answer.status).toBe(201)
  expect(nested.body).toMatchObject({ threadId: first.id })
  expect(resolved).toMatchObject({ status: 200, body: { id: first.id, state: 'resolved', resolvedBy: 'ada' } })
  expect(none.body.data).toEqual([])
  expect(reopened).toMatchObject([{ id: first.id, state: 'open', resolvedAt: null }])
  expect(answered).toMatchObject([{ state: 'open' }])
  expect(unknown.status).toBe(404)
  expect(list.data?.map((each) => Object.keys(each).toSorted().join(' '))).toEqual(
    Array(4).fill('attachments author content contextUrl createdAt entityId entityType id updatedAt'),
  )
})

test.each(['answers', 'resolve', 'reopen'])(
  'a person who is not in the organization does not %s a thread',
  async (verb) => {
    const { ask } = await openApiHost()
    const { body: first } = await readAnswer(ask('POST', '/v1/comments', { body: comment }))
    const by = { content: verb === 'answers' ? 'Thanks' : undefined, userId: 'nobody' }

    const { status, body } = await readAnswer(ask('POST', `/v1/comments/${first.id}/${verb}`, { body: by }))

    expect([status, body.code, body.errors[0]?.path]).toEqual([400, 'API_USER_UNKNOWN', 'userId'])
  },
)

describe('POST /v1/comments', () => {
  test('answers 201 with every field, metadata of attachments only', async () => {
    const { ask } = await openApiHost()

    const { status, body } = await readAnswer(
      ask('POST', '/v1/comments', {
        body: { ...comment, contextUrl: 'https://app.example/tasks/1?a=b#c', attachments: [attachment] },
      }),
    )

    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      content: 'Looks good',
      author: { id: 'ada', name: 'Ada of acme', email: 'ada@example.com', image: null, deactivated: null },
      attachments: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'a.txt',
          type: 'text/plain',
          createdAt: '2026-05-01T12:00:00.000Z',
        },
      ],
      createdAt: '2026-05-01T12:00:00.000Z',
    })
  })

  test.each<[string, object, string]>([
    ['no content', { content: undefined }, 'content'],
    ['content of spaces', { content: ' \n\t\u00a0\u3000' }, 'content'],
    ['2001 characters', { content: 'x'.repeat(2001) }, 'content'],
    ['2001 code points', { content: '😀'.repeat(2001) }, 'content'],
    ['a number', { content: 5 }, 'content'],
    ['no entity', { entityId: undefined }, 'entityId'],
    ['an empty entity', { entityId: '' }, 'entityId'],
    ['an unknown entity type', { entityType: 'control' }, 'entityType'],
    ['a URL of 2049 characters', { contextUrl: `https://a.example/${'x'.repeat(2031)}` }, 'contextUrl'],
    ['a script as URL', { contextUrl: 'javascript:alert(1)' }, 'contextUrl'],
    ['a password in the URL', { contextUrl: 'https://u:p@a.example/' }, 'contextUrl'],
    ['an unknown member', { organizationId: 'other' }, 'organizationId'],
    ['nobody as author', { userId: undefined }, 'userId'],
    ['a file without a name', { attachments: [{ ...attachment, fileName: '' }] }, 'attachments[0].fileName'],
    ['a long file name', { attachments: [{ ...attachment, fileName: 'x'.repeat(256) }] }, 'attachments[0].fileName'],
    ['a path as file name', { attachments: [{ ...attachment, fileName: '../a' }] }, 'attachments[0].fileName'],
    ['a backslash in it', { attachments: [{ ...attachment, fileName: 'a\\b' }] }, 'attachments[0].fileName'],
    ['a line break in it', { attachments: [{ ...attachment, fileName: 'a\r\nb' }] }, 'attachments[0].fileName'],
    ['a turned name', { attachments: [{ ...attachment, fileName: 'a\u202Efdp.exe' }] }, 'attachments[0].fileName'],
    ['no MIME type', { attachments: [{ ...attachment, fileType: 'text' }] }, 'attachments[0].fileType'],
    ['a header in the type', { attachments: [{ ...attachment, fileType: 'a/b\r\nx: y' }] }, 'attachments[0].fileType'],
    ['no file data', { attachments: [{ ...attachment, fileData: '' }] }, 'attachments[0].fileData'],
    ['unpadded Base64', { attachments: [{ ...attachment, fileData: 'aGVsbG8' }] }, 'attachments[0].fileData'],
    ['URL-safe Base64', { attachments: [{ ...attachment, fileData: '_-8=' }] }, 'attachments[0].fileData'],
    ['Base64 with stray bits', { attachments: [{ ...attachment, fileData: 'aGVsbG9=' }] }, 'attachments[0].fileData'],
    ['Base64 in lines', { attachments: [{ ...attachment, fileData: 'aGVs\nbG8=' }] }, 'attachments[0].fileData'],
    [
      'a long description',
      { attachments: [{ ...attachment, description: 'x'.repeat(501) }] },
      'attachments[0].description',
    ],
    ['an uploader nobody names', { attachments: [{ ...attachment, userId: undefined }] }, 'attachments[0].userId'],
    ['an unknown member of a file', { attachments: [attachment, { ...attachment, id: 1 }] }, 'attachments[1].id'],
    ['21 files', { attachments: Array(21).fill(attachment) }, 'attachments'],
    ['a zero byte', { content: 'a\0b' }, 'content'],
    ['half of a surrogate pair', { content: 'a\ud800b' }, 'content'],
  ])('answers 400 for %s and names the member', async (_what, change, path) => {
    const { ask } = await openApiHost()

    const { status, body } = await readAnswer(ask('POST', '/v1/comments', { body: { ...comment, ...change } }))

    expect([status, body.code, body.errors.map((error) => error.path)]).toEqual([400, 'API_INVALID', [path]])
  })

  test.each<[string, object]>([
    ['2000 code points', { content: '😀'.repeat(2000) }],
    ['a URL of 2048 characters', { contextUrl: `https://a.example/${'x'.repeat(2030)}` }],
    ['a file name of 255 code points', { attachments: [{ ...attachment, fileName: '😀'.repeat(255) }] }],
    ['a description of 500', { attachments: [{ ...attachment, description: 'x'.repeat(500) }] }],
    ['a type with parameters', { attachments: [{ ...attachment, fileType: 'text/plain; charset="utf-8"' }] }],
    ['20 files', { attachments: Array(20).fill(attachment) }],
    ['null bytes in a file', { attachments: [{ ...attachment, fileData: base64(Buffer.alloc(3)) }] }],
  ])('accepts %s', async (_what, change) => {
    const { ask } = await openApiHost()

    const { status } = await readAnswer(ask('POST', '/v1/comments', { body: { ...comment, ...change } }))

    expect(status).toBe(201)
  })

  test.each([
    [{ userId: 'nobody' }, 'userId'],
    [{ attachments: [{ ...attachment, userId: 'nobody' }] }, 'attachments[0].userId'],
  ])('answers 400 for a person who is not in the organization: %j', async (change, path) => {
    const { ask, key, keyOf } = await openApiHost()
    await keyOf('other')

    const { status, body } = await readAnswer(ask('POST', '/v1/comments', { key, body: { ...comment, ...change } }))

    expect([status, body.code, body.errors[0]?.path]).toEqual([400, 'API_USER_UNKNOWN', path])
  })

  test.each([
    [0, 201],
    [1, 400],
  ])('takes attachments of 25 MiB together and %i bytes more: %i', async (more, expected) => {
    const { ask } = await openApiHost()
    const half = 25 * 512 * 1024
    const attachments = [half, half + more].map((size) => ({ ...attachment, fileData: base64(Buffer.alloc(size)) }))

    const { status, body } = await readAnswer(ask('POST', '/v1/comments', { body: { ...comment, attachments } }))

    expect([status, body.errors?.map(({ path }) => path)]).toEqual([expected, more ? ['attachments'] : undefined])
  })

  test('asks the entities of the host, and keeps nothing about one that does not exist', async () => {
    const asked: unknown[] = []
    const { ask } = await openApiHost({ entities: { exists: async (ref) => asked.push(ref) > 1 } })

    const [missing, there] = [
      await readAnswer(ask('POST', '/v1/comments', { body: comment })),
      await readAnswer(ask('POST', '/v1/comments', { body: comment })),
    ]

    expect([missing.status, there.status]).toEqual([404, 201])
    expect(asked[0]).toEqual({ organizationId: 'acme', entityType: 'task', entityId: 'tsk_1' })
  })

  test('tells the host of a new comment with its deep link, and is not troubled by what the host does', async () => {
    const notices: CommentNotice[] = []
    const onComment = (notice: CommentNotice) => {
      notices.push(notice)
      throw new Error('mail server down')
    }
    const { ask, lines } = await openApiHost({ onComment })

    const { status, body } = await readAnswer(
      ask('POST', '/v1/comments', { body: { ...comment, contextUrl: 'https://app.example/tasks/1' } }),
    )

    expect(status).toBe(201)
    expect(notices).toEqual([
      {
        organizationId: 'acme',
        commentId: body.id,
        entityType: 'task',
        entityId: 'tsk_1',
        authorId: 'ada',
        deepLink: 'https://app.example/tasks/1',
      },
    ])
    expect(lines).toHaveLength(1)
  })
})

describe('GET /v1/comments', () => {
  test('pages through the comments of one entity of the caller, oldest first', async () => {
    const { ask, keyOf, clock } = await openApiHost()
    const theirs = await keyOf('other')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.push((await readAnswer(ask('POST', '/v1/comments', { body: { ...comment, content: `c${n}` } }))).body.id)
      if (n % 2) clock.advance(1)
    }
    await ask('POST', '/v1/comments', { body: { ...comment, entityId: 'tsk_2' } })
    await ask('POST', '/v1/comments', { key: theirs, body: comment })

    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const query = new URLSearchParams({ entityType: 'task', entityId: 'tsk_1', limit: '2' })
      if (cursor) query.set('cursor', cursor)
      const answer = await ask('GET', `/v1/comments?${query}`)
      const body = (await answer.json()) as { data: { id: string }[]; nextCursor: string | null }
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data.map(({ id }) => id))
      cursor = body.nextCursor
    }

    expect(seen).toEqual(ids)
  })

  test('shows authors as they are now, and as they were where nobody knows them any more', async () => {
    const people = new Map([['ada', { id: 'ada', name: 'Ada', email: 'a@b.example', image: null, deactivated: false }]])
    const { ask } = await openApiHost({ users: { find: async ({ userId }) => people.get(userId) } })
    await ask('POST', '/v1/comments', { body: comment })
    const authorNow = async () => {
      const { body } = await readAnswer(ask('GET', '/v1/comments?entityType=task&entityId=tsk_1'))
      return (body.data?.[0] as { readonly author?: unknown } | undefined)?.author
    }

    people.set('ada', { id: 'ada', name: 'Ada King', email: 'a@b.example', image: null, deactivated: true })
    const renamed = await authorNow()
    people.clear()
    const gone = await authorNow()

    expect(renamed).toMatchObject({ name: 'Ada King', deactivated: true })
    expect(gone).toEqual({ id: 'ada', name: 'Ada', email: 'a@b.example', image: null, deactivated: false })
  })

  test.each([
    ['', ['entityType', 'entityId']],
    ['?entityType=task&entityId=t&limit=0', ['limit']],
    ['?entityType=task&entityId=t&limit=101', ['limit']],
    ['?entityType=task&entityId=t&cursor=xyz', ['cursor']],
    ['?entityType=task&entityId=t&entityId=u', ['entityId']],
    ['?entityType=task&entityId=t&organizationId=other', ['organizationId']],
    ['?entityType=task&entityId=t&__proto__=1', ['__proto__']],
  ])('answers 400 for the query %j', async (query, paths) => {
    const { ask } = await openApiHost()

    const { status, body } = await readAnswer(ask('GET', `/v1/comments${query}`))

    expect([status, body.errors.map(({ path }) => path)]).toEqual([400, paths])
  })

  test('gives 304 for the ETag of an answer that is still the same, and not after a change', async () => {
    const { ask } = await openApiHost()
    const path = '/v1/comments?entityType=task&entityId=tsk_1'
    const etag = (await ask('GET', path)).headers.get('etag') ?? ''

    const same = await ask('GET', path, { headers: { 'if-none-match': `"x", W/${etag}` } })
    await ask('POST', '/v1/comments', { body: comment })
    const changed = await ask('GET', path, { headers: { 'if-none-match': etag } })

    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
    expect(changed.status).toBe(200)
  })
})

describe('PATCH and DELETE /v1/comments/{commentId}', () => {
  test('let the author alone change and delete a comment', async () => {
    const { ask, clock } = await openApiHost()
    const { id } = (await readAnswer(ask('POST', '/v1/comments', { body: comment }))).body
    clock.advance(1_000)

    const byBob = await readAnswer(ask('PATCH', `/v1/comments/${id}`, { body: { content: 'no', userId: 'bob' } }))
    const byAda = await readAnswer(ask('PATCH', `/v1/comments/${id}`, { body: { content: 'yes', userId: 'ada' } }))
    const deletedByBob = await readAnswer(ask('DELETE', `/v1/comments/${id}?userId=bob`))
    const deletedByAda = await readAnswer(ask('DELETE', `/v1/comments/${id}?userId=ada`))
    const again = await readAnswer(ask('DELETE', `/v1/comments/${id}?userId=ada`))

    expect([byBob.status, byBob.body.code]).toEqual([403, 'API_FORBIDDEN'])
    expect(byAda.body).toMatchObject({ content: 'yes', updatedAt: '2026-05-01T12:00:01.000Z' })
    expect([deletedByBob.status, deletedByAda.status, again.status]).toEqual([403, 200, 404])
  })

  test('take the files of a comment with it', async () => {
    const { ask, runtime } = await openApiHost()
    const { body } = await readAnswer(ask('POST', '/v1/comments', { body: { ...comment, attachments: [attachment] } }))
    const [file] = body.attachments ?? []
    const kept = await runtime.workspace.files.find(file?.id ?? '')

    await ask('DELETE', `/v1/comments/${body.id}?userId=ada`)

    const ref = { organizationId: 'acme', key: kept?.objectKey ?? '' }
    expect(kept).toMatchObject({ name: 'a.txt', sizeBytes: 5 })
    expect(await runtime.workspace.files.find(file?.id ?? '')).toBeUndefined()
    expect(await runtime.workspace.objects?.get(ref)).toBeUndefined()
  })
})
