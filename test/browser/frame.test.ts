import { expect, test } from 'vitest'
import { startAcmePages } from './acme-pages.ts'
import { expectFit, openPage } from './browser.ts'

const paths = ['/connect', '/connect/vault', '/connect/acme', '/setup', '/setup/acme', '/setup/vault', '/nowhere']

test.each([
  { looks: 'in the dark', rules: ['color-contrast'], options: { colorScheme: 'dark' } },
  { looks: 'on a phone', rules: ['target-size'], options: { viewport: { width: 360, height: 740 }, hasTouch: true } },
] as const)('every page is fit to be read $looks', async ({ options, rules }) => {
  const { url, visitor } = await startAcmePages()
  const { page, complaints } = await openPage(options)

  for (const path of paths) {
    await page.goto(`${url}${path}`)
    await expectFit(page, rules)
  }
  visitor.person = undefined
  await page.goto(`${url}/connect`)
  await expectFit(page, rules)

  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in to continue')
  expect(complaints).toEqual([])
})

test('a connector that is full of markup is text on every page, with scripts and under every policy', async () => {
  const { url } = await startAcmePages()
  const { page, complaints } = await openPage()

  for (const path of [
    '/connect',
    '/connect/hostile',
    '/setup',
    '/setup/hostile',
    '/connect?q=%3Cscript%3Ewindow.hurt=1%3C/script%3E',
  ]) {
    await page.goto(`${url}${path}`)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('window.hurt')).toBeUndefined()
    expect(await page.locator('main :is(script, img, iframe, style, [onerror], [onclick], [style])').count()).toBe(0)
  }
  await page.goto(`${url}/connect/hostile`)
  const links = await page.evaluate("[...document.querySelectorAll('.prose a[href]')].map((link) => link.href)")

  expect(links).toEqual(['https://evil.example/f.png', 'https://fine.example/'])
  expect(complaints).toEqual([])
})

test('the first page is below 100 kB, asks nobody else, and does not move while it loads', async () => {
  const { url } = await startAcmePages()
  const { page } = await openPage()
  const requests: string[] = []
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    requests.push(response.url())
    bodies.push(response.body().catch(() => Buffer.alloc(0)))
  })

  await page.goto(`${url}/connect`)
  await page.waitForLoadState('networkidle')
  const shift = await page.evaluate(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 50)
  })`)

  const bytes = Buffer.concat(await Promise.all(bodies)).length
  expect(requests.filter((each) => !each.startsWith(`${url}/`))).toEqual([])
  expect(bytes).toBeGreaterThan(5_000)
  expect(bytes).toBeLessThan(100_000)
  expect(shift).toBe(0)
})

test('who uses the keyboard skips to the content, and comes by everything in its order', async () => {
  const { url } = await startAcmePages()
  const { page } = await openPage()
  await page.goto(`${url}/connect/vault`)

  await page.keyboard.press('Tab')
  const first = await page.locator(':focus').textContent()
  await page.keyboard.press('Enter')
  const names: unknown[] = []
  for (let stop = 0; stop < 11; stop++) {
    await page.keyboard.press('Tab')
    names.push(await page.evaluate('document.activeElement.name || document.activeElement.textContent'))
  }

  expect(first).toBe('Skip to content')
  expect(names).toEqual([
    'Connect',
    'name',
    'credentials.api_key',
    'credentials.account',
    'credentials.region',
    'credentials.tier',
    'credentials.boxes',
    'credentials.portal',
    'credentials.certificate',
    'Connect Vault',
    'Documentation of Vault (opens in a new tab)',
  ])
})

test.each([
  { mode: 'with scripts', javaScriptEnabled: true },
  { mode: 'without scripts', javaScriptEnabled: false },
])('the menu of the header opens by the keyboard, fits, and leads on, $mode', async ({ javaScriptEnabled }) => {
  const { url } = await startAcmePages()
  const { page, complaints } = await openPage({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
  await page.goto(`${url}/setup`)
  const menu = page.locator('summary', { hasText: 'Set up connectors' })
  const link = page.getByRole('link', { name: 'Knowledge base' })

  await menu.focus()
  await page.keyboard.press('Enter')
  await link.waitFor()
  if (javaScriptEnabled) {
    await expectFit(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectFit(page)
    await page.keyboard.press('Escape')
    await link.waitFor({ state: 'hidden' })
    expect(await page.locator(':focus').textContent()).toBe('Set up connectors')
    await menu.click()
    await page.getByRole('heading', { level: 1 }).click()
    await link.waitFor({ state: 'hidden' })
    await page.keyboard.press('Tab')
    await menu.click()
  }
  const current = await page.locator('.menu [aria-current]').allTextContents()
  await link.click()
  await page.getByRole('heading', { name: 'Knowledge base', level: 1 }).waitFor()

  expect(current).toEqual(['Set up connectors'])
  expect(complaints).toEqual([])
})

test('a form that another site sends by itself changes nothing', async () => {
  const { url, runtime, enterApp } = await startAcmePages()
  await enterApp()
  const { page } = await openPage()
  await page.goto(`${url}/setup/acme`)
  const other = url.replace('127.0.0.1', 'localhost')
  // The page of another site, in the same browser: its form goes to ours without the token.
  await page.route(`${other}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${url}/setup/acme/delete"><button>Win a prize</button></form>`,
    }),
  )

  await page.goto(`${other}/prize`)
  await page.getByRole('button', { name: 'Win a prize' }).click()
  await page.getByRole('heading', { level: 1, name: 'Not allowed' }).waitFor()

  expect(await runtime.oauthApps.get({ connector: 'acme' })).toMatchObject({ connector: 'acme' })
})

test('an organization in its own colours and in German is fit to be read, by day and in the dark', async () => {
  const { url, runtime, visitor } = await startAcmePages()
  const changes = { name: 'Acme Trust', colour: '#ffe600', language: 'de' } as const
  await runtime.appearance.set({ organizationId: 'acme', changes })
  const { page, complaints } = await openPage()

  await page.goto(`${url}/settings/appearance`)
  await expectFit(page)
  const title = await page.title()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${url}/connect/vault`)
  await expectFit(page)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  const says = await page.locator('.after').first().textContent()
  visitor.person = undefined
  await page.goto(`${url}/connect`)

  expect([title, heading]).toEqual(['Erscheinungsbild · Acme Trust', 'Vault verbinden'])
  expect(says).toBe('Acme Trust testet die Zugangsdaten sofort mit Vault.')
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(complaints).toEqual([])
})
