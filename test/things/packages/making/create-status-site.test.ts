import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyOf } from '../../../../src/evidence/bundle/signer.ts'
import type { PublicStatus } from '../../../../src/evidence/status/public-status.ts'
import { verifyStatus } from '../../../../src/evidence/status/status-site.ts'
import { createStatusSite } from '../../../../src/things/packages/making/create-status-site.ts'
import { makePackage } from '../../../../src/things/packages/making/make-package.ts'
import { catchError } from '../../../http/support.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { dayMs, loadSoc2, openAuditedWorld, organizationId } from '../audited-world.ts'

const period = { from: '2026-01-01', to: '2026-01-06' }

/** Six days of two connections: one kept no evidence on the third day, and the other one fails on the fifth. */
async function make() {
  const { runtime, clock, change, run } = await openAuditedWorld(['tidy', 'busy'])
  for (let day = 1; day <= 6; day++) {
    if (day >= 5) change('busy', { users: [{ id: 'secret-person', mfa: day === 6 }] })
    await run('tidy', day !== 3)
    await run('busy')
    clock.advance(dayMs)
  }
  const signer = await runtime.signing.signer()
  const folder = createTempFolder()
  const target = join(folder, 'audit.zip')
  const framework = await loadSoc2()
  await makePackage(runtime, { organizationId, framework, ...period, target })
  return { folder, target, signer, trusted: { keys: [publicKeyOf(signer.publicKey)] } }
}

test('a status page shows what signed evidence proves, no person and no resource, and is signed itself', async () => {
  const { folder, target, signer, trusted } = await make()

  const { files, hidden } = await createStatusSite(target, { hide: ['CC6.2'], trusted, signer })

  const status: PublicStatus = JSON.parse(files.get('status.json') ?? '')
  const access = status.controls.find(({ id }) => id === 'CC6.1')
  // "CC6.1" also has a policy that nobody has read, so nothing can satisfy it.
  expect(access?.history.map(({ from, state }) => [from, state])).toEqual([
    ['2026-01-01', 'undetermined'],
    ['2026-01-05', 'not_satisfied'],
    ['2026-01-06', 'undetermined'],
  ])
  expect(access?.evidence).toEqual({ checks: 4, oldest: expect.any(String), newest: expect.any(String) })
  expect(access?.proofs).toHaveLength(2)
  expect(access?.statements).toEqual({ observed: 1, of: expect.any(Number) })
  expect(files.get('index.html')).toMatch(/observed 1 of \d+ statements/)
  const { statements: mapping } = await loadSoc2()
  expect(status.mapping).toEqual({ sha256: mapping?.sha256 })
  expect(files.get('index.html')).toContain(mapping?.sha256)
  expect(hidden).toBe(1)
  expect(status.controls.map(({ id }) => id)).not.toContain('CC6.2')
  const published = [...files.values()].join('')
  for (const secret of ['secret-person', 'tidy', 'busy', 'vault', 'second factor'])
    expect(published).not.toContain(secret)

  const site = join(folder, 'site')
  mkdirSync(site)
  for (const [name, text] of files) writeFileSync(join(site, name), text)
  const [key] = trusted.keys
  expect(await verifyStatus(site, trusted)).toMatchObject({ verified: true, signer: key?.fingerprint })
  expect(await verifyStatus(site, { keys: [], fingerprints: [key?.fingerprint ?? ''] })).toMatchObject({
    verified: true,
  })
  expect(await verifyStatus(site, { keys: [] })).toMatchObject({ verified: false })
  for (const [name, text] of files) {
    writeFileSync(join(site, name), text.replace('satisfied', 'satisfies').replace('"sig":"', '"sig":"A'))
    const verification = await verifyStatus(site, trusted)
    expect(verification).toMatchObject({ verified: false, problems: [expect.objectContaining({ file: name })] })
    writeFileSync(join(site, name), readFileSync(join(site, name)).length > 0 ? text : '')
  }
  writeFileSync(join(site, 'more.html'), '')
  expect(await verifyStatus(site, trusted)).toMatchObject({ verified: false, problems: [{ file: 'more.html' }] })
})

test('a status page is made of no package that somebody changed, and hides no control that is not there', async () => {
  const { target, signer, trusted } = await make()
  const unknown = await catchError(createStatusSite(target, { hide: ['CC99.9'], trusted, signer }))
  writeFileSync(target, readFileSync(target).fill(65, 200, 201))

  const changed = await catchError(createStatusSite(target, { hide: [], trusted, signer }))

  expect([unknown, changed]).toMatchObject([{ code: 'CLI_USAGE' }, { code: 'BUNDLE_INVALID' }])
})

test('a status page shows the named controls alone, by group, and has the name, colour and logo of a company', async () => {
  const { folder, target, signer, trusted } = await make()
  const logo = { type: 'image/png', base64: 'iVBORw0KGgo=' }
  const brand = { name: 'Acme <Cloud>', colour: '#0f766e', logo }

  const { files, shown } = await createStatusSite(target, {
    show: ['CC6.1', 'CC7.1'],
    hide: [],
    brand,
    trusted,
    signer,
  })

  const status: PublicStatus = JSON.parse(files.get('status.json') ?? '')
  const page = files.get('index.html') ?? ''
  expect(shown).toBe(2)
  expect(status.controls.map(({ id }) => id)).toEqual(['CC6.1', 'CC7.1'])
  for (const { group } of status.controls) expect(page).toContain(`class="group">${group}`)
  expect(page).toContain('Acme &lt;Cloud&gt;')
  expect(page).toContain(`src="data:image/png;base64,${logo.base64}"`)
  expect(page).toContain('img-src data:')
  expect(page).toContain('border-top:.375rem solid #0f766e')
  const site = join(folder, 'site')
  mkdirSync(site)
  for (const [name, text] of files) writeFileSync(join(site, name), text)
  expect(await verifyStatus(site, trusted)).toMatchObject({ verified: true })
})

test('a status page is not made of controls that the package does not have, or of none', async () => {
  const { target, signer, trusted } = await make()
  const attempt = (choice: { readonly show?: readonly string[]; readonly hide: readonly string[] }) =>
    catchError(createStatusSite(target, { ...choice, trusted, signer }))

  expect(await attempt({ show: ['CC6.1', 'CC99.9'], hide: [] })).toMatchObject({
    code: 'CLI_USAGE',
    message: expect.stringContaining('controls CC99.9.'),
  })
  expect(await attempt({ show: ['CC6.1'], hide: ['CC6.1'] })).toMatchObject({
    code: 'CLI_USAGE',
    message: expect.stringContaining('no control'),
  })
})
