import { createHost } from '../../../src/app/host/index.ts'
import { storePackage } from '../../../src/things/packages/making/store-package.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { trustDocument } from '../../../src/things/trust-centre/documents.ts'
import { publishStatus } from '../../../src/things/trust-centre/reading/signed-status.ts'
import { trustCentre } from '../../../src/things/trust-centre/thing.ts'
import { createBrowserClient } from '../../app/pages/world.ts'
import { dayMs, loadSoc2, openAuditedWorld, organizationId } from '../packages/audited-world.ts'

/** A trust centre that shows two controls, as a visitor who is not signed in sees it. */
export async function openTrustWorld(
  options: Partial<Pick<RuntimeOptions, 'store' | 'keys' | 'mail' | 'worker'>> = {},
) {
  const { runtime, clock, run } = await openAuditedWorld(['one'], options)
  await run('one')
  clock.advance(dayMs)
  const { objects } = runtime.workspace
  const of2026 = { organizationId, framework: await loadSoc2(), from: '2026-01-01', to: '2026-01-01', isNamed: true }
  const { id: packageId } = await storePackage(runtime, { ...of2026, uploads: objects }, 'ada')
  const centres = runtime.serviceOf(trustCentre)
  const values = { name: 'Acme Cloud', controls: ['CC6.1', 'CC6.6'], introduction: 'Hello.\nWe are <b>Acme</b>.' }
  const { id: centreId } = await centres.create({ organizationId, values })
  const publish = () => publishStatus({ runtime, objects }, { organizationId, userId: 'ada', centreId, packageId })
  const findPath = async () => {
    const centre = await centres.get({ organizationId, id: centreId })
    return `/trust/${centre?.values.slug}`
  }
  const host = createHost({ runtime, session: { person: () => undefined } })
  const visitor = createBrowserClient(host.fetch)
  const act = (name: 'open' | 'close' | 'renew-address') => centres.act[name]({ organizationId, id: centreId })
  return { runtime, clock, host, centreId, packageId, publish, findPath, act, centres, ...visitor }
}

/** A document of the trust centre, without a file. */
export function addTrustDocument(
  { runtime, centreId }: Pick<Awaited<ReturnType<typeof openTrustWorld>>, 'runtime' | 'centreId'>,
  access: 'never' | 'request' | 'public',
  title = 'Report',
) {
  const values = { centreId, title, access, kind: 'document', whenEnded: 'hide' } as const
  return runtime.serviceOf(trustDocument).create({ organizationId, values })
}

/** What an answer says, without what each request has of its own. */
export async function readWhole(response: Response): Promise<string> {
  const own = ['x-request-id', 'date', 'ratelimit', 'ratelimit-policy']
  const headers = [...response.headers].filter(([name]) => !own.includes(name))
  return JSON.stringify([response.status, headers, await response.text()])
}
