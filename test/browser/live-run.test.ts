import { expect, onTestFinished, test } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { defineConnector } from '../../src/define/index.ts'
import { openRuntimeWith } from '../things/runtime/world.ts'
import { expectFit, openPage } from './browser.ts'
import { startServed } from './served.ts'

/** A run that goes on when its gate is opened. */
async function heldRun() {
  const server = await startServed()
  const gate = Promise.withResolvers<void>()
  const vendor = await fakeVendor({
    routes: {
      'GET /quick': { json: { on: true } },
      'GET /slow': async () => {
        await gate.promise
        return { json: { on: false } }
      },
    },
  })
  onTestFinished(() => vendor.close())
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: vendor.url,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const check = (id: string, title: string) =>
    acme.check({
      id,
      title,
      async run(ctx) {
        const { on } = await ctx.get<{ on: boolean }>(`/${id}`)
        const resource = { type: 'switch', id }
        if (on) ctx.pass({ resource, title: 'On' })
        else ctx.fail({ resource, title: 'Off', remediation: 'Turn it on.' })
      },
    })
  const connector = acme.with(check('quick', 'Quick is on'), check('slow', 'Slow is on'))
  const { runtime } = await openRuntimeWith({ connectors: [connector], publicUrl: server.url })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  const { id } = await runtime.connections.create({
    connector,
    organizationId: 'acme',
    credentials: { api_key: 'k-1' },
  })
  const signIn = await session.create({ organizationId: 'acme', userId: 'ada', role: 'member' })
  return { url: `${server.url}/connections/${id}`, signInUrl: signIn.url, open: () => gate.resolve() }
}

test('a run is watched as it happens: what has ended, what is asked, then the results, on the same page', async () => {
  const run = await heldRun()
  const { page, complaints } = await openPage()
  await page.goto(run.signInUrl)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.goto(run.url)

  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByText('1 of 2 checks finished').waitFor()
  const rows = await page.locator('[data-check]').allInnerTexts()
  await expectFit(page)
  await page.getByText('Requests', { exact: true }).click()
  const asked = await page.locator('[data-trace] tr').allInnerTexts()
  await expectFit(page)
  run.open()
  await page.getByRole('heading', { level: 1, name: '1 finding' }).waitFor()

  expect(asked).toEqual([expect.stringMatching(/^quick\s+200\s+\d+ ms\s+GET http:\/\/\S+\/quick$/)])
  expect(rows.map((row) => row.split('\n')[0])).toEqual(['Pass', 'Running'])
  expect(complaints).toEqual([])
})

test('without scripts the page of a run comes again by itself until there are results', async () => {
  const run = await heldRun()
  const { page } = await openPage({ javaScriptEnabled: false })
  await page.goto(run.signInUrl)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.goto(run.url)

  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('heading', { name: 'Run in progress' }).waitFor()
  run.open()

  await page.getByRole('heading', { level: 1, name: '1 finding' }).waitFor()
})

test('a run that is ended early keeps what it has, and says that it was cancelled', async () => {
  const run = await heldRun()
  const { page } = await openPage()
  await page.goto(run.signInUrl)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.goto(run.url)
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByText('1 of 2 checks finished').waitFor()

  await page.getByRole('button', { name: 'Cancel run' }).click()

  await page.getByText('Cancelled').first().waitFor()
  const opener = page.getByText('1 check needs no action')
  await opener.waitFor()
  const kept = page.getByRole('listitem').filter({ hasText: 'Quick is on' })
  expect(await kept.isVisible()).toBe(false)
  await opener.click()
  expect(await kept.innerText()).toMatch(/^Pass\s+Quick is on\s+1 result$/)
  await expectFit(page)
})
