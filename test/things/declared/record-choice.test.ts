import { expect, test } from 'vitest'
import { trustCentre } from '../../../src/things/trust-centre/thing.ts'
import { admin, findToken, openPages } from '../../app/pages/world.ts'

const organizationId = 'acme'
const beside = { tags: [], expiresDay: null, sourceQuestionnaireId: null, ownerId: null, createdAtMs: 1 }

async function openCentre(person: Parameters<typeof openPages>[1] = admin) {
  const world = await openPages({}, person)
  const { runtime, ask, get } = world
  const questions = ['Is data encrypted at rest?', 'Who is your DPO?', 'Do you have <b>backups</b>?']
  for (const [index, question] of questions.entries())
    await runtime.workspace.manualAnswers.save({
      id: `a${index}`,
      organizationId,
      question,
      answer: 'Yes.',
      updatedAtMs: index,
      ...beside,
    })
  const { id } = await runtime.serviceOf(trustCentre).create({ organizationId, values: { name: 'Acme' } })
  const at = `${trustCentre.page}/${id}`
  /** Sends ticked boxes, of which there may be several. */
  const send = async (path: string, fields: readonly (readonly [string, string])[], seenAt?: string) => {
    const { text } = await get(`${at}/choose-answers`)
    const seen = seenAt ?? /name="seen" value="(\d+)"/.exec(text)?.[1] ?? ''
    const body = new URLSearchParams({ _token: findToken(text), seen })
    for (const [name, value] of fields) body.append(name, value)
    const headers = { origin: new URL(runtime.publicUrl).origin }
    const response = await ask(path, { method: 'POST', body, headers })
    return { status: response.status, text: await response.text() }
  }
  const read = async () => (await runtime.serviceOf(trustCentre).get({ organizationId, id }))?.values
  return { ...world, at, send, read }
}

/** Boxes of a page, with whether they are ticked. */
function listBoxes(page: string): readonly (readonly [string, boolean])[] {
  const boxes = page.matchAll(/<input type="checkbox" name="\w+" value="([^"]+)"( checked)?/g)
  return Array.from(boxes, ([, value = '', checked]) => [value, checked !== undefined])
}

test('answers are chosen from a list with a search, which keeps what is ticked and saves and audits nothing', async () => {
  const { runtime, get, at, send, read } = await openCentre()

  const all = await get(`${at}/choose-answers`)
  const before = await runtime.audit.list({ organizationId, limit: 1 })
  const searched = await send(`${at}/choose-answers/search`, [
    ['q', 'encrypted'],
    ['answers', 'a1'],
  ])
  const after = await runtime.audit.list({ organizationId, limit: 1 })
  const unsaved = await read()
  const saved = await send(`${at}/choose-answers`, [
    ['answers', 'a1'],
    ['answers', 'a0'],
  ])
  const record = await get(at)

  expect(listBoxes(all.text)).toEqual([
    ['a2', false],
    ['a1', false],
    ['a0', false],
  ])
  expect(all.text).toContain('Do you have &lt;b&gt;backups&lt;/b&gt;?')
  expect(listBoxes(searched.text)).toEqual([
    ['a1', true],
    ['a0', false],
  ])
  expect(unsaved?.answers).toBeNull()
  expect(after).toEqual(before)
  expect(saved.status).toBe(303)
  expect((await read())?.answers).toEqual(['a1', 'a0'])
  expect(record.text).toContain('Who is your DPO?\nIs data encrypted at rest?')
})

test('controls are those of frameworks, and nothing that does not exist is taken for an answer', async () => {
  const { get, at, send, read } = await openCentre()

  const { text } = await get(`${at}/choose-controls`)
  const saved = await send(`${at}/choose-controls`, [
    ['controls', 'CC6.1'],
    ['controls', '164.308(a)(1)(i)'],
  ])
  const refused = await send(`${at}/choose-answers`, [['answers', 'nobody']])

  expect(text).toMatch(/value="CC6.1"[^>]*> SOC 2 CC6.1: \w/)
  expect(text).toContain('<legend>')
  expect(saved.status).toBe(303)
  expect((await read())?.controls).toEqual(['CC6.1', '164.308(a)(1)(i)'])
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('must be the id of a manual answer')
})

test('other fields keep what was chosen, and who saw an earlier state is told', async () => {
  const { post, at, send, read } = await openCentre()
  await send(`${at}/choose-answers`, [['answers', 'a0']])

  const changed = await post(at, `${at}/change`, { name: 'Acme Cloud' })
  const late = await send(`${at}/choose-answers`, [['answers', 'a1']], '1')
  const emptied = await send(`${at}/choose-answers`, [])

  expect(changed.status).toBe(303)
  expect([late.status, listBoxes(late.text)[0]]).toEqual([400, ['a1', true]])
  expect(emptied.status).toBe(303)
  expect(await read()).toMatchObject({ name: 'Acme Cloud', answers: null })
})
