import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { createConnectorFiles } from '../../../src/author/new/connector-files.ts'
import { createNewConnector } from '../../../src/author/new/new-connector.ts'

// Inside the checkout, where what the files import is found.
const home = mkdtempSync(join(import.meta.dirname, '.scaffold-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

// A new connector's tests pass before its author changes anything: they run here, with the contract of every connector.
describe.each([
  ['api_key', 'https://api.acme.example'],
  ['custom', 'https://api.acme.example/v1'],
  ['api_key', 'https://{host}/api/admin'],
  ['api_key', '{address}/api'],
  ['custom', '{address}'],
  ['oauth2', '{address}/api'],
] as const)('checkwright new acme --auth %s --base-url %s', async (authType, baseUrl) => {
  const folder = mkdtempSync(join(home, 'acme-'))
  const files = createConnectorFiles(createNewConnector({ id: 'acme', name: 'Acme', authType, baseUrl }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)

  await import(/* @vite-ignore */ join(folder, 'acme.test.ts'))
})
