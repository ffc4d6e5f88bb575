import { expect, test } from 'vitest'
import { formats } from '../../../../src/report/reports.ts'
import { apiKey, hostile, openBoxesWorld } from '../../../app/pages/boxes.ts'
import { member } from '../../../app/pages/world.ts'

/** Markup that only hostile text could have brought. */
const reachesIn = /<img src=x|<script>alert|onerror="alert|&lt;b&gt;(?!.*&amp;lt)|\u202e(?!)/

test('a run page shows results by check, what needs somebody first, and could-not-tell apart from failing', async () => {
  const { run, get } = await openBoxesWorld()

  const { status, text } = await get(`/runs/${await run()}`)

  expect(status).toBe(200)
  expect(text).toContain('1 finding, 1 check could not tell')
  expect(text.indexOf('Audits are kept')).toBeLessThan(text.indexOf('Boxes are locked'))
  expect(text).toContain('Permission missing')
  expect(text).toContain('Neither pass nor fail')
})

test('no page of a run lets strings of the vendor or of the connector reach in', async () => {
  const { run, get, connectionId, runtime } = await openBoxesWorld()
  const runId = await run()
  const kept = (await runtime.runs.get(runId))?.result
  const finding = kept?.checks[0]?.results.find(({ status }) => status === 'fail')?.findingId

  const paths = ['/', `/runs/${runId}`, `/connections/${connectionId}`, `/connections/${connectionId}/disconnect`]
  paths.push('/controls', `/runs/${runId}/waive?check=boxes-locked&finding=${finding}`)
  paths.push(`/runs/${runId}?q=${encodeURIComponent(hostile)}&check=${encodeURIComponent(hostile)}`)
  const texts = await Promise.all(paths.map(async (path) => (await get(path)).text))

  expect(texts.map((text) => reachesIn.exec(text)?.[0])).toEqual(paths.map(() => undefined))
  expect(texts.filter((text) => text.includes('&lt;img src=x')).length).toBeGreaterThan(4)
})

test('the overview and every report name the connection; who may not read connections sees no name', async () => {
  const { run, get, connectionId, runtime, visitor } = await openBoxesWorld()
  const runId = await run()
  await runtime.connections.update(connectionId, { name: 'Production <b>' })
  const read = () => Promise.all(formats.map(async (format) => (await get(`/runs/${runId}/reports/${format}`)).text))

  const named = await read()
  const overview = (await get('/')).text
  visitor.person = { userId: 'aud', organizationId: 'acme', role: 'viewer' }
  const unnamed = await read()

  // A verification result names what passes, and no system.
  expect(named.map((text) => text.includes('Production'))).toEqual(formats.map((format) => format !== 'svr'))
  expect(overview).toContain(`<a href="/connections/${connectionId}">Production &lt;b&gt;</a>`)
  expect(unnamed.map((text) => [text.includes('Production'), text.includes(runId)])).toEqual(
    formats.map((format) => [false, format !== 'table']),
  )
})

test('no page holds the credential', async () => {
  const { run, get, connectionId } = await openBoxesWorld()
  const runId = await run()

  const texts = await Promise.all(
    ['/', `/runs/${runId}`, `/connections/${connectionId}`].map(async (path) => (await get(path)).text),
  )

  expect(texts.join('')).not.toContain(apiKey)
})

test('the filter of a run shows what was asked for, and everything for what is no choice', async () => {
  const { run, get } = await openBoxesWorld()
  const runId = await run()
  const shown = async (query: string) => {
    const { text } = await get(`/runs/${runId}?${query}`)
    return [...text.matchAll(/class="resource">([^<]*)</g)].map(([, resource = '']) => resource.slice(0, 9))
  }
  const [open, locked] = ['box box &', 'box plain']
  const expected = {
    '': [open, locked],
    'status=pass': [locked],
    'status=fail': [open],
    'status=error': [],
    'severity=low': [],
    'severity=high&status=fail': [open],
    'control=soc2:CC6.1': [open, locked],
    'control=soc2:CC7.2': [],
    'q=PLAIN': [locked],
    'q=nothing+has+this': [],
    'status=bogus': [open, locked],
  }

  const seen: Record<string, readonly string[]> = {}
  for (const query of Object.keys(expected)) seen[query] = await shown(query)

  expect(seen).toEqual(expected)
})

test('a run that is held against the one before tells what is new, what regressed and what was resolved', async () => {
  const { run, get, state } = await openBoxesWorld()
  state.boxes = [
    { id: 'stays', name: 'stays', locked: false },
    { id: 'mended', name: 'mended', locked: false },
    { id: 'breaks', name: 'breaks', locked: true },
  ]
  await run()
  state.boxes = [
    { id: 'stays', name: 'stays', locked: false },
    { id: 'mended', name: 'mended', locked: true },
    { id: 'breaks', name: 'breaks', locked: false },
    { id: 'fresh', name: 'fresh', locked: false },
  ]

  const { text } = await get(`/runs/${await run()}`)

  const changeOf = (name: string) =>
    new RegExp(`class="resource">box ${name}</span></span>.*?change-(\\w+)`, 's').exec(text)?.[1]
  expect(['stays', 'mended', 'breaks', 'fresh'].map(changeOf)).toEqual(['persisting', 'resolved', 'regressed', 'new'])
  expect(text).toContain('Resolved (1)')
})

test('a check with more results than a page holds is read page by page, and none is lost', async () => {
  const { run, get, state } = await openBoxesWorld()
  state.boxes = Array.from({ length: 450 }, (_, index) => ({ id: `${index}`, name: `n${index}`, locked: true }))
  const runId = await run()
  const resources = (text: string) => [...text.matchAll(/class="resource">box (n\d+)</g)].map(([, name]) => name)

  const all = []
  for (const page of [1, 2, 3])
    all.push(...resources((await get(`/runs/${runId}?check=boxes-locked&page=${page}`)).text))

  const { text } = await get(`/runs/${runId}`)
  // It passes, so it is one line there.
  expect(resources(text)).toEqual([])
  expect(text).toMatch(/1 check needs no action<[\s\S]*href="\/runs\/[^"]+\?check=boxes-locked"[\s\S]*450 results/)
  state.boxes = state.boxes.map((box) => ({ ...box, locked: false }))
  expect(resources((await get(`/runs/${await run()}`)).text)).toHaveLength(25)
  expect(all).toEqual(state.boxes.map(({ name }) => name))
})

test('another organization is told that there is no such run, connection or exchange', async () => {
  const { run, get, post, visitor, connectionId, runtime, connector } = await openBoxesWorld()
  const runId = await run()
  visitor.person = { userId: 'eve', organizationId: 'other', role: 'admin' }
  const credentials = { api_key: apiKey }
  const own = await runtime.connections.create({ connector, organizationId: 'other', credentials })

  // First, because each answer may set the cookie that forms need.
  const reads = await Promise.all(
    ['', '/events', '/exchanges/1', '/reports/json', '/bundle'].map(
      async (path) => (await get(`/runs/${runId}${path}`)).status,
    ),
  )
  const connection = (await get(`/connections/${connectionId}`)).status
  const writes = ['runs', 'test', 'pause', 'resume', 'disconnect', 'variables', 'schedule'].map(
    async (verb) => (await post(`/connections/${own.id}`, `/connections/${connectionId}/${verb}`)).status,
  )

  expect(reads).toEqual([404, 404, 404, 404, 404])
  expect(connection).toBe(404)
  expect(await Promise.all(writes)).toEqual([404, 404, 404, 404, 404, 404, 404])
})

test('a risk is accepted by an administrator alone, required with a reason and a last day, and marked from the next run on', async () => {
  const { run, get, post, visitor, runtime } = await openBoxesWorld()
  const runId = await run()
  const finding = /id="finding-([^"]+)"/.exec((await get(`/runs/${runId}?status=fail`)).text)?.[1] ?? ''
  const at = `/findings/accept?finding=${finding}`
  const fields = {
    finding,
    approver: 'ada@example.com',
    expires: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  }

  const without = await post(at, '/findings/accept', fields)
  const done = await post(at, '/findings/accept', { ...fields, justification: 'Known.' })
  const next = await get(`/runs/${await run()}`)
  visitor.person = member
  const refused = await get(at)

  expect([without.status, done.status, refused.status]).toEqual([400, 303, 403])
  expect(without.text).toContain('ada@example.com')
  expect(next.text).toContain(`Waived by ada@example.com until ${fields.expires}</h3><p>Known.</p>`)
  expect(await runtime.waivers.list({ organizationId: 'acme' })).toHaveLength(1)
})
