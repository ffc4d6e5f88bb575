import { afterAll } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../src/author/testing/vendor/fake-vendor.ts'
import { paginated } from '../../src/author/testing/vendor/paginated.ts'
import { canary, renderAcmeFile } from './acme.ts'
import { createFolder, runCheckwright } from './command.ts'

/** What the connector of `acme.ts` is run with. */
export const acmeEnv = { CHECKWRIGHT_CREDENTIAL_API_KEY: canary }

/** A vendor, and a folder with its connector and what each run wrote; all of it for the tests of one file. */
export async function writeBundles(...outs: string[]): Promise<{ readonly vendor: FakeVendor; readonly cwd: string }> {
  const people = [
    { id: 'u1', name: 'Ada', mfa: true },
    { id: 'u2', name: 'Eve \u001b[31mred', mfa: false },
  ]
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: { 'GET /people': paginated(people, { style: 'link', pageSize: 1 }), 'GET /policy': { json: {} } },
  })
  afterAll(() => vendor.close())
  const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
  for (const out of outs)
    await runCheckwright(['run', './acme.ts', '--allow-private-network', '--out', out], { cwd, env: acmeEnv })
  return { vendor, cwd }
}
