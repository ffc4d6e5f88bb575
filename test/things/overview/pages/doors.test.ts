import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { defineConnector } from '../../../../src/define/index.ts'
import { member, openPages } from '../../../app/pages/world.ts'

const signed = defineConnector(
  {
    id: 'signed',
    name: 'Signed',
    version: '1.0.0',
    baseUrl: 'https://api.signed.example',
    auth: {
      type: 'custom',
      config: {
        description: 'Each request is signed.',
        credentialFields: [{ id: 'pin', label: 'Pin', type: 'password', required: true }],
      },
    },
  },
  { sign: (request, { credentials }) => request.headers.set('x-pin', credentials.pin) },
)
const locked = signed.check({
  id: 'locked',
  title: 'Doors are locked',
  controls: ['soc2:CC6.1', 'soc2:CC6.2'],
  run: (ctx) =>
    ctx.fail({
      resource: { type: 'door', id: 'north' },
      title: 'The door is open',
      remediation: 'Lock it.',
      evidence: {},
    }),
})

/** Whether each step of the first page is done, by what it says. */
function readSteps(page: string): Readonly<Record<string, boolean>> {
  const lines = [
    ...page.matchAll(
      /<li( class="[a-z]*")?[^>]*><svg class="tick-mark".*?<\/svg><span>(.*?)<span class="sr">: (.*?)<\/span>/gs,
    ),
  ]
  return Object.fromEntries(lines.map(([, , says = '', state]) => [says.replace(/<[^>]*>/g, ''), state === 'done']))
}

test('the first page has three doors with seven steps, which tick themselves by what is stored', async () => {
  const { get, runtime } = await openPages({ connectors: [signed.with(locked)] })
  const organizationId = 'acme'

  const empty = (await get('/')).text
  const { id: connectionId } = await runtime.connections.create({
    connector: 'signed',
    organizationId,
    credentials: { pin: '1234' },
  })
  await (await runtime.runs.start({ connectionId, organizationId })).result
  const begun = (await get('/')).text
  await runtime.schedules.set({ connectionId, organizationId, cron: '0 6 * * *' })
  for (const { id } of await runtime.findings.list({ organizationId }))
    await runtime.findings.update({ organizationId, id, userId: 'ada', ownerId: 'ada' })
  await runtime.tasks.addTemplates({ organizationId, userId: 'ada', templates: ['access-review'] })
  const further = (await get('/')).text

  expect([...empty.matchAll(/<h2 id="door-\w+"><a[^>]*>(.*?)<\/a>/g)].map(([, name]) => name)).toEqual([
    'Set up',
    'Fix',
    'Prove',
  ])
  expect(Object.values(readSteps(empty))).toEqual([false, false, false, false, false, false, false])
  expect(readSteps(begun)).toEqual({
    'Connect your systems': true,
    'Run every connection on a schedule': false,
    'Say who works here': false,
    'Give every finding an owner': false,
    'Judge what needs review': true,
    'Add your obligations': false,
    'Make a package for the auditor': false,
  })
  expect(Object.entries(readSteps(further)).flatMap(([says, isDone]) => (isDone ? [] : [says]))).toEqual([
    'Say who works here',
    'Make a package for the auditor',
  ])
})

test('a step that a person may not do is named without a link', async () => {
  const { get } = await openPages({ connectors: [signed.with(locked)] }, member)

  const { text } = await get('/')

  expect(text).toContain('<span>Say who works here<span class="sr">: not done yet</span></span>')
  expect(text).toMatch(/<a href="\/connect">Connect your systems<\/a>/)
})

test('each framework says what holds back most of its controls, and its days have a title, a description and a table', async () => {
  const { get, runtime } = await openPages({ connectors: [signed.with(locked)] })
  const organizationId = 'acme'
  const { id: connectionId } = await runtime.connections.create({
    connector: 'signed',
    organizationId,
    credentials: { pin: '1234' },
  })
  await (await runtime.runs.start({ connectionId, organizationId })).result

  const { text } = await get('/frameworks')

  expect(text).toContain(
    'Repair next: <a href="/controls?framework=soc2&amp;control=CC6.1">Doors are locked</a>. 2 controls fail because of it.',
  )
  expect(text).toMatch(
    /<svg[^>]* role="img" aria-labelledby="history-soc2-title" aria-describedby="history-soc2-description">/,
  )
  expect(text).toMatch(
    /<desc id="history-soc2-description">On .*: Satisfied: 0, Undetermined: 0, Failing: 0\. On .*Failing: 2\.<\/desc>/,
  )
  expect(text).toMatch(/<th scope="row">[^<]*<\/th><td>0<\/td><td>0<\/td><td>2<\/td>/)
})

test('the first page says which connections only people run, and which the vendor refuses', async () => {
  const vendor = await fakeVendor({ routes: { 'GET /doors': { status: 401, json: {} } } })
  onTestFinished(() => vendor.close())
  const gate = defineConnector({
    id: 'gate',
    name: 'Gate',
    version: '1.0.0',
    baseUrl: vendor.url,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const shut = gate.check({
    id: 'shut',
    title: 'Gates are shut',
    controls: [],
    run: async (ctx) => void (await ctx.get('/doors')),
  })
  const { get, runtime } = await openPages({ connectors: [gate.with(shut)] })
  const organizationId = 'acme'
  const connect = async (name: string) =>
    (
      await runtime.connections.create({
        connector: 'gate',
        organizationId,
        name,
        credentials: { api_key: 'k'.repeat(20) },
      })
    ).id
  const [north, south] = [await connect('North'), await connect('South')]

  const begun = (await get('/')).text
  await runtime.schedules.set({ connectionId: north, organizationId, cron: '0 6 * * *' })
  const oneLeft = (await get('/')).text
  await (await runtime.runs.start({ connectionId: south, organizationId })).recorded
  const refused = (await get('/')).text

  expect(begun).toContain('<a href="/schedules">2 connections that run only when somebody starts them</a>')
  expect(oneLeft).toContain('<a href="/schedules">1 connection that runs only when somebody starts it</a>')
  expect(refused).toMatch(
    /South<\/a> <span class="small">The vendor rejects the credentials\. No scheduled run starts before you reconnect\./,
  )
})
