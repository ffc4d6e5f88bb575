import { expect, test } from 'vitest'
import { defineConnector } from '../../../../src/define/index.ts'
import { openPages } from '../../../app/pages/world.ts'

const signed = defineConnector(
  {
    id: 'signed',
    name: 'Signed',
    version: '1.0.0',
    baseUrl: 'https://api.signed.example',
    auth: {
      type: 'custom',
      config: {
        description: 'Each request is signed by <your> pin.',
        credentialFields: [{ id: 'pin', label: 'Pin', type: 'password', required: true }],
      },
    },
  },
  { sign: (request, { credentials }) => request.headers.set('x-pin', credentials.pin) },
)
const locked = signed.check({
  id: 'locked',
  title: 'Locked',
  controls: ['soc2:CC6.1'],
  onEmpty: 'pass',
  run: (ctx) => void ctx.get('/doors'),
})

test('the page Controls says which connector would cover a control before any is connected, and where none would', async () => {
  const { get } = await openPages({ connectors: [signed.with(locked)] })

  const covered = (await get('/controls?framework=soc2')).text
  const uncovered = (await get('/controls?framework=gdpr')).text

  const row = /<b>CC6\.1<\/b>.*?<\/li>/s.exec(covered)?.[0]
  expect(row).toContain('Signed')
  expect(/<b>CC6\.2<\/b>.*?<\/li>/s.exec(covered)?.[0]).not.toContain('Signed')
  expect(uncovered).toContain('GDPR')
  expect(uncovered).not.toContain('Signed')
})

test('the description of a custom sign-in is shown, as text, to people who connect', async () => {
  const { get } = await openPages({ connectors: [signed.with(locked)] })

  const { text } = await get('/connect/signed')

  expect(text).toContain('Each request is signed by &lt;your&gt; pin.')
})

test('the page Frameworks counts the controls of each framework by state, as its own page does, and the overview asks for it', async () => {
  const { get, runtime } = await openPages({ connectors: [signed.with(locked)] })
  await runtime.connections.create({ connector: 'signed', organizationId: 'acme', credentials: { pin: '1234' } })

  const all = (await get('/frameworks')).text
  const overview = (await get('/')).text

  for (const id of ['soc2', 'iso27001', 'hipaa', 'gdpr']) {
    const own = (await get(`/controls?framework=${id}`)).text
    for (const [, state, count] of all.matchAll(
      new RegExp(`<a href="/controls\\?framework=${id}&amp;state=([a-z_]+)">(\\d+) `, 'g'),
    ))
      expect(own).toContain(`<a href="/controls?framework=${id}&amp;state=${state}"><b>${count}</b>`)
  }
  expect(all.match(/<a href="\/controls\?framework=soc2&amp;state=/g)?.length).toBeGreaterThan(1)
  expect(overview).toContain('<div id="frameworks" data-load="/frameworks">')
})
