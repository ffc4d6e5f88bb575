import { expect, test } from 'vitest'
import { openLosingProxy } from '../../setup/losing-proxy.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { openVaultHost } from '../routes/world.ts'
import { openApiHost, readAnswer } from './world.ts'

describePostgres('A change that PostgreSQL has stored before its connection broke', () => {
  const attachment = { fileName: 'a', fileType: 'a/b', fileData: 'AAAA', userId: 'ada' }
  const comment = { content: 'word-of-it', entityId: 't', entityType: 'task', userId: 'ada', attachments: [attachment] }

  test('is not made again under its Idempotency-Key, and keeps its files', async () => {
    const proxy = await openLosingProxy(await testPostgres())
    const { ask } = await openApiHost({}, { store: proxy.url })
    const post = () => readAnswer(ask('POST', '/v1/comments', { body: comment, headers: { 'idempotency-key': 'k-1' } }))
    proxy.loseCommitOf('word-of-it')

    const first = await post()
    const repeated = await post()
    const listed = await ask('GET', '/v1/comments?entityType=task&entityId=t')
    const { data } = (await listed.json()) as { data: { attachments: { id: string }[] }[] }
    const link = await readAnswer(ask('GET', `/v1/attachments/${data[0]?.attachments[0]?.id}/download-url`))
    const file = await ask('GET', link.body.downloadUrl)

    expect(proxy.countLost()).toBe(1)
    expect([first.status, first.body.detail]).toEqual([500, expect.stringContaining('Look whether it is there')])
    expect([repeated.status, repeated.body.code]).toEqual([409, 'API_IDEMPOTENCY_UNSETTLED'])
    expect(data).toHaveLength(1)
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 3])
  })

  test('is the reservation of an Idempotency-Key: the request is carried out, and its repeat answered', async () => {
    const proxy = await openLosingProxy(await testPostgres())
    const { ask } = await openApiHost({}, { store: proxy.url })
    const headers = { 'idempotency-key': 'key-of-the-lost-answer' }
    const post = () => ask('POST', '/v1/comments', { body: comment, headers })
    proxy.loseInsertOf('key-of-the-lost-answer')

    const answers = [await post(), await post()]
    const { body } = await readAnswer(ask('GET', '/v1/comments?entityType=task&entityId=t'))

    expect(proxy.countLost()).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(body.data).toHaveLength(1)
  })

  test('is not made again under its key if the database went away after a part of it', async () => {
    const proxy = await openLosingProxy(await testPostgres())
    const { ask } = await openApiHost({}, { store: proxy.url })
    const body = { title: 'Restore of the part', everyDays: 31 }
    const post = () => readAnswer(ask('POST', '/v1/tasks', { body, headers: { 'idempotency-key': 'k-1' } }))
    proxy.leaveAfterCommitOf('Restore of the part')

    const first = await post()
    proxy.comeBack()
    const repeated = await post()
    const listed = await readAnswer(ask('GET', '/v1/tasks'))

    expect(proxy.countLost()).toBe(1)
    expect([first.status, first.body.detail]).toEqual([500, expect.stringContaining('Look whether it is there')])
    expect([repeated.status, repeated.body.code]).toEqual([409, 'API_IDEMPOTENCY_UNSETTLED'])
    expect(listed.body.data).toHaveLength(1)
  })

  test('keeps an upload that was sent as a form', async () => {
    const proxy = await openLosingProxy(await testPostgres())
    const { ask } = await openApiHost({}, { store: proxy.url })
    const form = new FormData()
    form.set('formType', 'word-of-it')
    form.set('file', new File(['one'], 'a.txt', { type: 'text/plain' }))
    proxy.loseCommitOf('word-of-it')

    const { status } = await readAnswer(ask('POST', '/v1/evidence-forms/uploads', { raw: form }))
    const [upload] = (await readAnswer(ask('GET', '/v1/evidence-forms/uploads'))).body.data ?? []
    const { body } = await readAnswer(ask('GET', `/v1/evidence-forms/uploads/${upload?.id}`))

    expect([proxy.countLost(), status]).toEqual([1, 500])
    expect(await (await ask('GET', body.downloadUrl)).text()).toBe('one')
  })

  test('is the end of a run, and its evidence stays', async () => {
    const proxy = await openLosingProxy(await testPostgres())
    const world = await openVaultHost({}, { store: proxy.url })
    const connectionId = await world.connected()
    proxy.loseCommitOf('run.ended')

    const { id } = await world.runtime.runs.start({ connectionId, checks: ['boxes-locked'], evidence: true })
    await expect.poll(async () => (await world.runtime.runs.get(id))?.status).toBe('fail')
    const bundle = await world.ask('GET', `/v1/integrations/runs/${id}/bundle`)

    expect(proxy.countLost()).toBe(1)
    expect(bundle.status).toBe(200)
    expect((await bundle.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  })
})
