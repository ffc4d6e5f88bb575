import { expect, test } from 'vitest'
import { openBoxesWorld } from '../app/pages/boxes.ts'
import { expectFit, openPage } from './browser.ts'
import { startServed } from './served.ts'

const acme = { organizationId: 'acme' }

test('of many people one types a part of a name, on every page that asks for a person, without a script', async () => {
  const { host, runtime, run } = await openBoxesWorld()
  await run()
  for (let index = 0; index < 120; index++) {
    const name = `Person ${index} of the team`
    await runtime.users.put({ ...acme, id: `u${index}`, name, email: `p${index}@acme.example` })
  }
  const [finding] = await runtime.findings.list(acme)
  await runtime.findings.update({ ...acme, id: finding?.id ?? '', ownerId: 'u119' })
  const { url, answer } = await startServed()
  answer(host.fetch)
  const { page, complaints } = await openPage()
  const unscripted = (await openPage({ javaScriptEnabled: false })).page
  const owner = unscripted.getByRole('combobox', { name: 'Owner' })

  for (const path of ['/settings/audit', '/tasks/add', '/access/start', `/findings/${finding?.id}`]) {
    await page.goto(url + path)
    await expectFit(page)
  }
  await unscripted.goto(page.url())
  expect(await owner.inputValue()).toBe('Person 119 of the team p119@acme.example')
  await unscripted.goto(`${url}/findings`)
  await owner.fill('person 11')
  await unscripted.getByRole('button', { name: 'Filter' }).click()
  await unscripted.getByText('11 people have “person 11”').waitFor()
  await page.goto(unscripted.url())
  await expectFit(page)
  await unscripted.getByRole('link', { name: 'Person 118 of the team' }).click()
  expect(await owner.inputValue()).toBe('Person 118 of the team p118@acme.example')
  expect(complaints).toEqual([])
})
