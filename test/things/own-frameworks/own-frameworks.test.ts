import { describe, expect, test } from 'vitest'
import { openApiHost, readAnswer } from '../../app/host/world.ts'
import { findToken, member, openPages } from '../../app/pages/world.ts'

const path = '/v1/own-frameworks'
const page = '/settings/own-frameworks'

const yaml = (edition: number) => `id: acme-baseline-${edition}
title: Acme baseline
version: '${edition}'
reader: Ada
read: '2026-04-01'
controls:
  - { id: A1, title: Unused accounts are removed, group: Access }
  - { id: A2, title: Everybody has a second factor, group: Access }
${edition > 1 ? '  - { id: A3, title: Backups are restored, group: Operations }\n' : ''}mappings:
  - { control: 'acme-baseline-${edition}:A1', statement: unused-accounts-removed, needed: true }
`

const catalog = {
  catalog: {
    metadata: { title: 'Acme Controls', version: '5.2.0' },
    groups: [{ title: 'Access', controls: ['ac-1', 'ac-2', 'ac-3'].map((id) => ({ id, title: `Control ${id}` })) }],
  },
}
const profile = {
  profile: {
    metadata: { title: 'Acme Low', version: '1' },
    imports: [{ href: 'catalogs/acme.json', 'include-controls': [{ 'with-ids': ['ac-1', 'ac-3'] }] }],
  },
}

async function openFrameworks() {
  const world = await openApiHost()
  const send = (content: unknown, name = 'acme.yaml', frameworkId?: string) => {
    const form = new FormData()
    if (frameworkId !== undefined) form.set('frameworkId', frameworkId)
    form.set('file', new File([typeof content === 'string' ? content : JSON.stringify(content)], name))
    return readAnswer(world.ask('POST', path, { raw: form }))
  }
  const judge = async (id: string) => readAnswer(world.ask('GET', `/v1/integrations/controls?ownFramework=${id}`))
  const act = async (id: string, action: string) => (await world.ask('POST', `${path}/${id}/${action}`)).status
  return { ...world, send, judge, act }
}

describe('POST /v1/own-frameworks', () => {
  test('reads a file, whose controls are judged once somebody takes it, and audits both', async () => {
    const { send, judge, act, runtime } = await openFrameworks()

    const { status, body } = await send(yaml(1))
    const before = await judge('acme-baseline-1')
    const taken = await act(body.id, 'take')
    const after = await judge('acme-baseline-1')

    expect([status, taken]).toEqual([201, 200])
    expect(body).toMatchObject({
      frameworkId: 'acme-baseline-1',
      format: 'framework file',
      controlCount: 2,
      mappedCount: 1,
    })
    expect(before).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(after).toMatchObject({
      status: 200,
      body: {
        data: [
          {
            id: 'acme-baseline-1',
            version: '1',
            controls: [
              { id: 'A1', state: 'uncovered', statements: { observed: 0, of: 1 } },
              { id: 'A2', state: 'uncovered', statements: null },
            ],
          },
        ],
      },
    })
    const log = await runtime.audit.list({ organizationId: 'acme' })
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['own-framework.create', 'own-framework.take']),
    )
  })

  test('keeps editions side by side: what names a control of the old one still finds it', async () => {
    const { send, judge, act, ask } = await openFrameworks()
    const task = (control: string) =>
      readAnswer(ask('POST', '/v1/tasks', { body: { title: 'Restore a backup', everyDays: 180, controls: [control] } }))

    for (const edition of [1, 2]) await act((await send(yaml(edition))).body.id, 'take')
    const [old, unknown] = [await task('acme-baseline-1:A2'), await task('acme-baseline-1:A3')]
    const { body } = await readAnswer(ask('GET', `${path}?state=in-use`))
    for (const { id } of body.data ?? []) await act(id, 'retire')
    const [first, second] = [await judge('acme-baseline-1'), await judge('acme-baseline-2')]

    expect([old.status, unknown.status]).toEqual([201, 400])
    expect(unknown.body.detail).toContain('"acme-baseline-1:A3" is not a control of acme-baseline-1')
    // A retired edition is offered no more, and is still judged by who asks for it.
    expect(JSON.stringify(first.body)).toContain('"taskId"')
    expect(second).toMatchObject({ body: { data: [{ controls: [{}, {}, { id: 'A3' }] }] } })
  })

  test('resolves an OSCAL profile with the catalogs that were sent before', async () => {
    const { send } = await openFrameworks()

    const alone = await send(profile, 'low.json')
    const { body: whole } = await send(catalog, 'acme.json')
    const { body: low } = await send(profile, 'low.json')

    expect(alone).toMatchObject({ status: 400, body: { code: 'IMPORT_REFUSED' } })
    expect(alone.body.detail).toContain('low.json:1:')
    expect([whole, low]).toMatchObject([
      { frameworkId: 'acme-controls-5.2.0', format: 'OSCAL catalog', controlCount: 3 },
      { frameworkId: 'acme-low-1', format: 'OSCAL profile', controlCount: 2 },
    ])
  })

  test.each([
    ['a control of an unknown framework', yaml(1).replace("'acme-baseline-1:A1'", 'acme-2:A1'), 'acme.yaml:10:'],
    ['a statement that no check has', yaml(1).replace('unused-accounts-removed', 'unused'), 'acme.yaml:10:'],
    ['a control twice', yaml(1).replace('A2', 'A1'), 'acme.yaml:8:'],
    ['a file that nests without end', '['.repeat(300), 'more than 100 deep'],
    ['a file that is none of these', '{"a": 1}', 'is none of these'],
    ['a profile that imports itself', { profile: { imports: [{ href: 'acme.yaml' }] } }, 'is not beside this file'],
  ])('takes nothing of %s, and says where', async (_what, content, message) => {
    const { send, runtime } = await openFrameworks()

    const { status, body } = await send(content)

    expect([status, body.code]).toEqual([400, 'IMPORT_REFUSED'])
    expect(body.detail).toContain(message)
    expect(await runtime.workspace.evidenceUploads.list({ organizationId: 'acme' })).toEqual([])
    expect(await runtime.workspace.files.sumBytes('acme')).toBe(0)
  })

  test('refuses an id that is there, comes with Checkwright, or is none', async () => {
    const { send } = await openFrameworks()
    await send(yaml(1))

    const answers = [
      await send(yaml(1)),
      await send(catalog, 'c.json', 'soc2'),
      await send(catalog, 'c.json', 'Not an id'),
      await send(yaml(2), 'acme.yaml', 'other'),
    ]

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(answers.map(({ body }) => body.detail)).toEqual([
      expect.stringContaining('There is a preview of "acme-baseline-1" already.'),
      expect.stringContaining('comes with Checkwright; choose another id'),
      expect.stringContaining('cannot have the id "Not an id"'),
      expect.stringContaining('its controls are named by the id of the file'),
    ])
  })

  test('refuses 21 MB before it reads them, and shows another organization nothing', async () => {
    const { send, judge, act, ask, keyOf } = await openFrameworks()

    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const large = await ask('POST', path, { raw: `${head}${' '.repeat(21_000_000)}\r\n--x--\r\n`, headers })
    const { body } = await send(yaml(1))
    await act(body.id, 'take')
    const key = await keyOf('other')
    const theirs = await ask('GET', '/v1/integrations/controls?ownFramework=acme-baseline-1', { key })

    expect(large.status).toBe(413)
    expect((await judge('acme-baseline-1')).status).toBe(200)
    expect(theirs.status).toBe(404)
  })
})

describe('the page of own frameworks', () => {
  async function openPage() {
    const pages = await openPages()
    const send = async (text: string, name = 'acme.yaml') => {
      const body = new FormData()
      body.set('_token', findToken((await pages.get(page)).text))
      body.set('file', new File([text], name))
      const response = await pages.ask(page, {
        method: 'POST',
        body,
        headers: { origin: 'https://checks.example.com' },
      })
      return { status: response.status, to: response.headers.get('location') ?? '', text: await response.text() }
    }
    return { ...pages, send }
  }

  test('shows what was read before it counts, and what changed since the edition before', async () => {
    const { send, get, post } = await openPage()

    const first = await send(yaml(1))
    const preview = await get(first.to.split('?')[0] ?? '')
    const at = first.to.split('?')[0] ?? ''
    await post(at, `${at}/take`)
    const second = await send(yaml(2))
    const next = await get(second.to.split('?')[0] ?? '')
    const controls = await get('/controls?framework=acme-baseline-1')
    const frameworks = await get('/frameworks')

    expect(first.status).toBe(303)
    expect(preview.text).toContain('Use this framework')
    expect(preview.text).toContain('Unused accounts are removed')
    expect(preview.text).toContain('asks for 1 statement')
    expect(next.text).toContain('Compared with Acme baseline, 1: 1 new control, 0 controls no longer there.')
    expect(controls.text).toContain('<h2>Acme baseline, 1</h2>')
    expect(frameworks.text).toContain('/controls?framework=acme-baseline-1')
    expect(frameworks.text).not.toContain('/controls?framework=acme-baseline-2')
  })

  test('shows mistakes by line and column, and gives only administrators the form', async () => {
    const { send, get, visitor } = await openPage()

    const refused = await send(yaml(1).replace('A2', 'A1'))
    visitor.person = member
    const theirs = await get(page)

    expect(refused.status).toBe(400)
    expect(refused.text).toContain('acme.yaml:8:11: controls[1].id &quot;A1&quot; is listed twice; remove one')
    expect(theirs.status).toBe(200)
    expect(theirs.text).not.toContain('type="file"')
  })
})
