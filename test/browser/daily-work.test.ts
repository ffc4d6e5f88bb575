import { expect, test } from 'vitest'
import { startAcmeWorld } from './acme-world.ts'
import { expectFitEverywhere, openPage } from './browser.ts'

test('an administrator works with keys, the audit log, runs, schedules and the knowledge base', {
  timeout: 240_000,
}, async () => {
  const world = await startAcmeWorld()
  const { id } = await world.connect()
  await world.runtime.connections.update({ id, organizationId: 'acme' }, { name: 'Production' })
  const handle = await world.runtime.runs.start({ connectionId: id, organizationId: 'acme' })
  await handle.result
  await world.runtime.schedules.set({ connectionId: id, cron: '0 6 * * *', timeZone: 'Europe/Berlin' })
  const { page, complaints } = await openPage({ timezoneId: 'America/New_York' })
  await page.goto(await world.signInUrl())
  await page.getByRole('button', { name: 'Sign in' }).click()

  for (const path of ['/connections', `/connections/${id}`, '/runs', '/schedules', `/runs/${handle.id}`]) {
    await page.goto(world.url + path)
    expect([path, await page.getByText('Production').count()]).not.toEqual([path, 0])
  }
  await page.goto(`${world.url}/connections?state=disconnected`)
  expect(await page.getByRole('link', { name: 'Production' }).count()).toBe(0)

  await page.goto(`${world.url}/knowledge-base/new`)
  await page.getByRole('textbox', { name: 'Question' }).fill('Do you encrypt data at rest?')
  await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, with AES-256.')
  await expectFitEverywhere(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The answer was saved.').waitFor()
  await expectFitEverywhere(page)
  await page.goto(`${world.url}/knowledge-base?q=encr+aes`)
  await page.getByRole('link', { name: 'Do you encrypt data at rest?' }).waitFor()
  await expectFitEverywhere(page)

  await page.goto(`${world.url}/settings/api-keys`)
  await page.getByLabel('Name', { exact: true }).fill('CI')
  await page.getByLabel('integrations:read').check()
  await expectFitEverywhere(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  const key = (await page.locator('#secret').textContent()) ?? ''
  await expectFitEverywhere(page)
  const ask = () => fetch(`${world.url}/v1/integrations/connections`, { headers: { 'x-api-key': key } })
  const before = (await ask()).status
  await page.goto(`${world.url}/settings/api-keys`)
  expect(await page.getByText(key).count()).toBe(0)
  await expectFitEverywhere(page)
  await page.getByRole('button', { name: 'Revoke CI' }).click()
  await page.getByText('The API key was revoked').waitFor()
  expect([before, (await ask()).status]).toEqual([200, 401])

  await page.goto(`${world.url}/settings/audit?action=api-key`)
  await page.getByText('api-key.revoke').waitFor()
  expect(await page.getByText('manual-answer.save').count()).toBe(0)
  await expectFitEverywhere(page)
  expect(complaints).toEqual([])
})

test('a new connection is offered a daily schedule in the time zone of the person', { timeout: 120_000 }, async () => {
  const world = await startAcmeWorld()
  const { id } = await world.connect()
  const { page, complaints } = await openPage({ timezoneId: 'America/New_York' })
  await page.goto(await world.signInUrl())
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.goto(`${world.url}/connections/${id}`)
  await expectFitEverywhere(page)
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await page.getByText('The schedule was saved.').waitFor()

  expect(await world.runtime.schedules.get({ connectionId: id })).toMatchObject({
    cron: '0 6 * * *',
    timeZone: 'America/New_York',
  })
  expect(complaints).toEqual([])
})
