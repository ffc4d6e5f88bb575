import { describe, expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'

const path = '/v1/knowledge-base/manual-answers'

async function knowledgeBase() {
  const world = await openApiHost()
  const save = (question: string, more: object = {}) =>
    readAnswer(world.ask('POST', path, { body: { question, answer: 'a', ...more } }))
  const found = async (query = '') => {
    const { body } = await readAnswer(world.ask('GET', `${path}${query}`))
    return (body.data as readonly { question: string }[]).map(({ question }) => question)
  }
  return { ...world, save, found }
}

describe('POST /v1/knowledge-base/manual-answers', () => {
  test('saves an answer, and updates the one to the same trimmed question', async () => {
    const { save, ask, clock } = await knowledgeBase()

    const first = await save('  Do you encrypt?\n', { tags: ['a', 'b', 'a'], sourceQuestionnaireId: 'q1' })
    clock.advance(1_000)
    const second = await save('Do you encrypt?', { answer: 'Yes.' })
    const listed = await readAnswer(ask('GET', path))

    expect(first).toEqual({ status: 200, body: { success: true, manualAnswerId: expect.any(String) } })
    expect(second.body.manualAnswerId).toBe(first.body.manualAnswerId)
    expect(listed.body.data).toEqual([
      {
        id: first.body.manualAnswerId,
        question: 'Do you encrypt?',
        answer: 'Yes.',
        tags: [],
        sourceQuestionnaireId: null,
        ownerId: null,
        expiresDay: null,
        createdAt: '2026-05-01T12:00:00.000Z',
        updatedAt: '2026-05-01T12:00:01.000Z',
      },
    ])
  })

  test.each([
    [{ question: ' ' }, 'question'],
    [{ question: 'x'.repeat(10_001) }, 'question'],
    [{ answer: '' }, 'answer'],
    [{ tags: [''] }, 'tags[0]'],
    [{ tags: 'a' }, 'tags'],
    [{ organizationId: 'other' }, 'organizationId'],
  ])('answers 400 for %j', async (change, member) => {
    const { save } = await knowledgeBase()

    const { status, body } = await save('q', change)

    expect([status, body.errors.map((error) => error.path)]).toEqual([400, [member]])
  })
})

test('delete-all takes {} and no body at all, and tells how many there were', async () => {
  const { save, ask } = await knowledgeBase()
  await save('one')
  await save('two')

  const deleted = await readAnswer(ask('POST', `${path}/delete-all`, { body: {} }))
  const again = await readAnswer(ask('POST', `${path}/delete-all`))

  expect(deleted).toEqual({ status: 200, body: { success: true, count: 2 } })
  expect(again.body).toEqual({ success: true, count: 0 })
})

describe('GET /v1/knowledge-base/manual-answers', () => {
  test('searches questions, answers and tags in any case; % and _ mean themselves', async () => {
    const { save, found } = await knowledgeBase()
    await save('Über Größe', { answer: '100% sure', tags: ['ISO'] })
    await save('plain', { answer: '1000 sure' })

    expect(await found('?search=%C3%9CBER')).toEqual(['Über Größe'])
    expect(await found('?search=iso')).toEqual(['Über Größe'])
    expect(await found('?search=100%25')).toEqual(['Über Größe'])
    expect(await found('?search=_')).toEqual([])
    expect(await found("?search='%20or%201=1--")).toEqual([])
  })

  test('gives page after page, latest change first', async () => {
    const { save, ask, clock } = await knowledgeBase()
    for (const question of ['a', 'b', 'c', 'd', 'e']) {
      await save(question)
      clock.advance(1)
    }
    await save('a')

    const seen: string[] = []
    let cursor: string | null | undefined = ''
    for (let pages = 0; cursor !== null && pages < 9; pages++) {
      const { body } = await readAnswer(ask('GET', `${path}?limit=2${cursor && `&cursor=${cursor}`}`))
      seen.push(...(body.data as readonly { question: string }[]).map(({ question }) => question))
      cursor = body.nextCursor
    }

    expect(seen).toEqual(['a', 'e', 'd', 'c', 'b'])
  })
})

test('DELETE of an answer deletes it once', async () => {
  const { save, ask, found } = await knowledgeBase()
  const { manualAnswerId } = (await save('one')).body
  await save('two')

  const statuses = [
    (await ask('DELETE', `${path}/${manualAnswerId}`)).status,
    (await ask('DELETE', `${path}/${manualAnswerId}`)).status,
    (await ask('DELETE', `${path}/..%2f`)).status,
  ]

  expect(statuses).toEqual([200, 404, 404])
  expect(await found()).toEqual(['two'])
})
