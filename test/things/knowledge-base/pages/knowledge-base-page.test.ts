import { expect, test } from 'vitest'
import { openPages } from '../../../app/pages/world.ts'
import { publicUrl } from '../../runtime/world.ts'

const answers = '/knowledge-base'

async function openAnswerPages() {
  const pages = await openPages()
  const { post, get } = pages
  const write = async (question: string, answer: string) => {
    const saved = await post(`${answers}/new`, `${answers}/new`, { question, answer, tags: 'keys, rest' })
    return { ...saved, path: new URL(saved.headers.get('location') ?? '/', publicUrl).pathname }
  }
  /** What an open form of an answer knows. */
  const open = async (path: string) => /name="seen" value="(\d+)"/.exec((await get(`${path}/edit`)).text)?.[1] ?? ''
  return { ...pages, write, open }
}

test('of two people who change an answer, the second is shown what the first wrote, and loses nothing', async () => {
  const { post, get, write, open } = await openAnswerPages()
  const { path } = await write('Do you encrypt?', 'Yes.')
  const edit = `${path}/edit`
  const fields = { question: 'Do you encrypt?', tags: '' }
  const [first, second] = [await open(path), await open(path)]

  const saved = await post(edit, edit, { ...fields, answer: 'With AES-256.', seen: first })
  const twice = await post(edit, edit, { ...fields, answer: 'With AES-256.', seen: first })
  const refused = await post(edit, edit, { ...fields, answer: 'With a key of ours.', seen: second })
  const kept = (await get(path)).text
  const seen = /name="seen" value="(\d+)"/.exec(refused.text)?.[1] ?? ''
  const again = await post(edit, edit, { ...fields, answer: 'With a key of ours.', seen })

  expect([saved.status, twice.status, refused.status, again.status]).toEqual([303, 303, 400, 303])
  expect(refused.text).toContain('Somebody changed this answer after you opened it.')
  expect(refused.text).toContain('With AES-256.')
  expect(refused.text).toMatch(/<textarea[^>]*>With a key of ours\.<\/textarea>/)
  expect(kept).toContain('With AES-256.')
  expect((await get(path)).text).toContain('With a key of ours.')
})

test('a new answer, or another question, never replaces the answer to a question that somebody has answered', async () => {
  const { post, get, write, open } = await openAnswerPages()
  const kept = await write('Do you encrypt?', 'With AES-256.')
  const { path } = await write('Do you back up?', 'Every night.')

  const same = await write('Do you encrypt?', 'With AES-256.')
  const twice = await write('Do you encrypt?', 'No idea.')
  const edit = `${path}/edit`
  const renamed = await post(edit, edit, {
    question: 'Do you encrypt?',
    answer: 'Every night.',
    tags: '',
    seen: await open(path),
  })

  expect([same.status, twice.status, renamed.status]).toEqual([303, 400, 400])
  expect(same.path).toBe(kept.path)
  expect(twice.text).toContain('This question already has an answer.')
  expect(twice.text).toMatch(/<textarea[^>]*>No idea\.<\/textarea>/)
  expect((await get(kept.path)).text).toContain('With AES-256.')
  expect((await get(path)).text).toContain('Every night.')
})

test('the last day of an answer is entered, kept by a change, and shown once it is over', async () => {
  const { post, get, write, open } = await openAnswerPages()
  const { path } = await write('Do you encrypt?', 'Yes.')
  const edit = `${path}/edit`
  const fields = { question: 'Do you encrypt?', answer: 'Yes.', tags: '' }

  const refused = await post(edit, edit, { ...fields, expiresDay: '2026-02-30', seen: await open(path) })
  await post(edit, edit, { ...fields, expiresDay: '2099-12-31', seen: await open(path) })
  const { text: form } = await get(edit)
  const { text: fresh } = await get(path)
  await post(edit, edit, { ...fields, expiresDay: '2020-12-31', seen: await open(path) })

  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Enter a day of the calendar')
  expect(form).toMatch(/name="expiresDay"[^>]* value="2099-12-31"/)
  expect(fresh).toContain('proposed until 2099-12-31')
  expect((await get(path)).text).toContain('not proposed after 2020-12-31')
  expect((await get(answers)).text).toContain('not proposed after 2020-12-31')
})
