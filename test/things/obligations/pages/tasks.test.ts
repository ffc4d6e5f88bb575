import { expect, test } from 'vitest'
import { createHost } from '../../../../src/app/host/index.ts'
import type { SessionPerson } from '../../../../src/things/api/options/person.ts'
import { admin, createBrowserClient, findToken, member } from '../../../app/pages/world.ts'
import { openGuestsWorld } from '../../judgements/world.ts'
import { publicUrl } from '../../runtime/world.ts'

/** Pages over a runtime with a clock, and the person who looks. */
async function openTaskPages() {
  const world = await openGuestsWorld()
  await world.runtime.users.put({ organizationId: 'acme', id: 'bob', name: 'Bob', email: 'bob@example.com' })
  const visitor: { person: SessionPerson } = { person: member }
  const host = createHost({ runtime: world.runtime, session: { person: () => visitor.person } })
  const browser = createBrowserClient(host.fetch)
  const sendFile = async (from: string, to: string, fields: Readonly<Record<string, string>>, file: File) => {
    const body = new FormData()
    body.set('_token', findToken((await browser.get(from)).text))
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.append('upload', file)
    return browser.ask(to, { method: 'POST', body, headers: { origin: publicUrl } })
  }
  return { ...world, ...browser, visitor, sendFile }
}

test('an obligation is added, stated with a file, accepted by another person, and seen by an auditor as of the end of a period', async () => {
  const { get, post, sendFile, visitor, clock, runtime } = await openTaskPages()
  const fields = { title: 'Restore <b>', everyDays: '31', statements: 'yes', controls: 'soc2:A1.3', owner: 'bob' }

  const mistaken = await post('/tasks/add', '/tasks/add', { ...fields, controls: 'soc2:A1.333' })
  const added = await post('/tasks/add', '/tasks/add', fields)
  const path = new URL(added.headers.get('location') ?? '', publicUrl).pathname
  const stated = await sendFile(path, `${path}/state`, { text: 'Done.', done: '2026-05-01' }, new File(['1'], 'a.txt'))
  const own = await get(path)
  visitor.person = admin
  const toJudge = /\/runs\/[\w-]+\/judge/.exec((await get(path)).text)?.[0] ?? ''
  const form = await get(toJudge)
  const evidence = /name="evidence" value="([0-9a-f]{64})"/.exec(form.text)?.[1] ?? ''
  const decision = { decision: 'accepted', reason: 'Seen.', expires: '2026-12-31', evidence }
  const judged = await sendFile(toJudge, toJudge, decision, new File(['2'], 'b.txt'))

  expect([mistaken.status, mistaken.text.includes('did you mean')]).toEqual([400, true])
  expect([added.status, stated.status, judged.status]).toEqual([303, 303, 303])
  expect(own.text).toContain('Restore &lt;b&gt;')
  expect(own.text).toMatch(/badge manual[\s\S]*Waiting for review/)
  // Nobody judges their own.
  expect(own.text).not.toMatch(/\/runs\/[\w-]+\/judge/)
  const met = await get(path)
  expect(met.text).toContain('until 2026-06-01')
  const [made] = await runtime.judgements.list({ organizationId: 'acme' })
  expect(made?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
  expect((await get('/judgements/made')).text).toContain(`${path}#statement-`)

  const today = new Date(clock.nowMs()).toISOString().slice(0, 10)
  clock.advance(90 * 86_400_000)
  expect((await get('/tasks?state=overdue')).text).toContain('was due')
  visitor.person = { userId: 'vic', organizationId: 'acme', role: 'viewer', periodFrom: '2026-04-01', periodTo: today }
  const seen = await get(path)
  expect(seen.text).toContain('until 2026-06-01')
  expect(seen.text).not.toContain('Submit statement')
  expect((await get('/tasks/missing')).text).toContain('controls are complete')
  expect((await get('/tasks/add')).status).toBe(403)
})

test('a comment is about an obligation that exists', async () => {
  const { post, get, runtime } = await openTaskPages()
  const { id } = await runtime.tasks.add({ organizationId: 'acme', title: 'Ours', everyDays: 9 })
  const other = await runtime.tasks.add({ organizationId: 'other', title: 'Theirs', everyDays: 9 })

  const said = await post(`/tasks/${id}`, `/comments/task/${id}`, { content: 'Who does it?' })
  const strange = await post(`/tasks/${id}`, `/comments/task/${other.id}`, { content: 'x' })

  expect([said.status, strange.status]).toEqual([303, 404])
  expect((await get(`/tasks/${id}`)).text).toContain('Who does it?')
})

test('a statement that has to be corrected keeps its text and its day', async () => {
  const { post, sendFile } = await openTaskPages()
  const added = await post('/tasks/add', '/tasks/add', { title: 'Restore', everyDays: '31', statements: 'yes' })
  const path = new URL(added.headers.get('location') ?? '', publicUrl).pathname

  const future = await sendFile(path, `${path}/state`, { text: 'Done.', done: '2026-01-31' }, new File([], ''))
  const refused = await post(path, `${path}/state`, { text: ' ', done: '2026-01-31' })

  expect([future.status, refused.status]).toEqual([303, 400])
  expect(refused.text).toMatch(/id="done"[^>]*value="2026-01-31"/)
})

test('of two people who change an obligation at once, the second is told, and replaces it only on purpose', async () => {
  const { get, post, clock, runtime } = await openTaskPages()
  const { id } = await runtime.tasks.add({ organizationId: 'acme', title: 'Restore', everyDays: 9 })
  const path = `/tasks/${id}`
  const findSeen = (text: string) => /name="seen" value="(\d+)"/.exec(text)?.[1] ?? ''
  const opened = findSeen((await get(path)).text)
  const change = (title: string, seen: string, everyDays = '31') =>
    post(path, `${path}/change`, { title, everyDays, statements: 'yes', seen })

  clock.advance(1_000)
  const mistaken = await change('Restore weekly', opened, 'x')
  const first = await change('Restore every month', opened)
  const second = await change('Restore weekly', findSeen(mistaken.text))
  const between = await runtime.tasks.get({ id, organizationId: 'acme' })
  const third = await change('Restore weekly', findSeen(second.text))

  expect([mistaken.status, first.status, second.status, third.status]).toEqual([400, 303, 400, 303])
  expect(second.text).toContain('Somebody else changed this obligation')
  expect(second.text).toContain('value="Restore weekly"')
  expect(second.text).toContain('<h1>Restore every month</h1>')
  expect(between?.title).toBe('Restore every month')
  expect((await runtime.tasks.get({ id, organizationId: 'acme' }))?.title).toBe('Restore weekly')
})
