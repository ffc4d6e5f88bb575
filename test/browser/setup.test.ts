import { expect, test } from 'vitest'
import { app, startAcmePages } from './acme-pages.ts'
import { expectFit, openPage } from './browser.ts'

test.each([
  { mode: 'with scripts', javaScriptEnabled: true },
  { mode: 'without scripts', javaScriptEnabled: false },
])(
  'an administrator finds a connector, tries its app and saves it, and no secret comes back, $mode',
  async ({ javaScriptEnabled }) => {
    const { url, runtime } = await startAcmePages()
    const { page, complaints } = await openPage({ javaScriptEnabled })
    const sources: string[] = []
    const look = async () => {
      sources.push(await page.content())
      if (javaScriptEnabled) await expectFit(page)
    }

    await page.goto(`${url}/setup`)
    await look()
    await page.getByLabel('Search connectors').fill('acme')
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('1 connector', { exact: true }).waitFor()
    const shown = await page.getByRole('listitem').getByRole('heading').filter({ visible: true }).allTextContents()
    await page.getByRole('link', { name: 'Acme', exact: true }).click()
    await look()
    const callback = await page.locator('#callback').textContent()
    const instructions = await page.locator('.prose').innerHTML()

    await page.getByLabel('Client ID').fill('another-app')
    await page.getByLabel('Workspace').fill('green & blue')
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show address' }).click()
    await page.getByText('&client_id=another-app').waitFor()
    const preview = new URL((await page.locator('#preview').textContent()) ?? '').searchParams

    await page.getByLabel('Client ID').fill(app.clientId)
    await page.getByLabel('Client secret').fill('not-the-secret-of-it')
    await page.getByRole('button', { name: 'Test app' }).click()
    await page.getByRole('heading', { name: 'The vendor refuses the OAuth app' }).waitFor()
    await look()
    await page.getByLabel('Client secret').fill(app.clientSecret)
    await page.getByRole('button', { name: 'Test app' }).click()
    await page.getByRole('heading', { name: 'The vendor recognizes the OAuth app' }).waitFor()
    await look()

    // The secret that was tested is saved without being typed again.
    const secretBox = await page.getByLabel('Client secret').inputValue()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The OAuth app was saved.').waitFor()
    await look()
    const saved = await runtime.oauthApps.get({ connector: 'acme' })
    // The vendor recognizes the OAuth app by what was saved: it is the second secret, not the one that was refused.
    await page.getByRole('button', { name: 'Test app' }).click()
    await page.getByRole('heading', { name: 'The vendor recognizes the OAuth app' }).waitFor()
    await look()

    expect(shown).toEqual(['Acme'])
    expect(secretBox).toBe('')
    expect(callback).toBe(`${runtime.callbackUrl}/acme`)
    expect(instructions).toContain(
      '<a href="https://acme.example/apps/new" rel="noopener noreferrer" target="_blank">Apps</a>',
    )
    expect(preview.get('workspace')).toBe('green & blue')
    expect(saved).toMatchObject({
      organizationId: undefined,
      clientId: app.clientId,
      settings: { workspace: 'green & blue' },
      secretsSet: ['client_secret'],
    })
    expect(sources.join()).not.toMatch(/not-the-secret-of-it|the-secret-of-the-app/)
    expect(complaints).toEqual([])
  },
)

test('what is saved is kept where its box stays empty, and an app is deleted only on purpose', async () => {
  const { url, runtime, enterApp } = await startAcmePages()
  await enterApp()
  const { page } = await openPage()

  await page.goto(`${url}/setup/acme`)
  await page.getByLabel('Workspace').fill('green')
  await page.getByRole('button', { name: 'Test app' }).click()
  await page.getByRole('heading', { name: 'The vendor recognizes the OAuth app' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The OAuth app was saved.').waitFor()
  const kept = await runtime.oauthApps.get({ connector: 'acme' })
  await page.getByText('Delete app', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete app of Acme' }).click()
  await page.getByText('The OAuth app was deleted.').waitFor()
  const deleted = await runtime.oauthApps.get({ connector: 'acme' })

  expect(kept).toMatchObject({ settings: { workspace: 'green' }, secretsSet: ['client_secret'] })
  expect(deleted).toBeUndefined()
  const entries = await runtime.audit.list({ organizationId: 'acme' })
  const asked = entries.filter(({ actor }) => actor.type !== 'program')
  expect(asked.map(({ action, target, actor, status }) => [action, target, actor.id, status]).sort()).toEqual([
    ['platform-app.delete', 'acme', 'ada', 303],
    ['platform-app.set', 'acme', 'ada', 303],
    ['platform-app.test', 'acme', 'ada', 200],
  ])
})

test('the callback URL is copied by its button', async () => {
  const { url, runtime } = await startAcmePages()
  const { page } = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${url}/setup/acme`)

  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()

  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${runtime.callbackUrl}/acme`)
})
