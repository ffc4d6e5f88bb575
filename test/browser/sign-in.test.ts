import { expect, test } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { openRuntimeWith } from '../things/runtime/world.ts'
import { expectFit, openPage } from './browser.ts'
import { startServed } from './served.ts'

test.each([
  { mode: 'with scripts', javaScriptEnabled: true },
  { mode: 'without scripts', javaScriptEnabled: false },
])('a sign-in link takes a person in and they can leave again, $mode', async ({ javaScriptEnabled }) => {
  const server = await startServed()
  const { runtime } = await openRuntimeWith({ connectors: [], publicUrl: server.url })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  const { url } = await session.create({ organizationId: 'acme', userId: 'ada', role: 'admin' })
  const { page, complaints } = await openPage({ javaScriptEnabled })

  await page.goto(url)
  if (javaScriptEnabled) await expectFit(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const name = await page.getByText('Ada Lovelace').count()
  if (javaScriptEnabled) await expectFit(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await page.goto(`${server.url}/nowhere`)
  const after = await page.getByRole('button', { name: 'Sign out' }).count()

  expect({ name, heading, after, complaints }).toEqual({
    name: 1,
    heading: 'You are signed out',
    after: 0,
    complaints: [],
  })
})
