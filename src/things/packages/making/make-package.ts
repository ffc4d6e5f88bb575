import { createHash } from 'node:crypto'
import { staleAfterMsDefault } from '../../../checks/controls/evaluate-controls.ts'
import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import { version } from '../../../define/index.ts'
import type { EarlierMapping, PackageContent, PackageHead } from '../../../evidence/package/package-content.ts'
import { beginPackage } from '../../../evidence/package/package-draft.ts'
import { writePackageText } from '../../../evidence/package/package-text.ts'
import { openTempFolder } from '../../../http/files/temp-folder.ts'
import { toCanonicalJson } from '../../../inventory/canonical-json.ts'
import { writePackagePlan } from '../../../report/oscal/package-plan.ts'
import { writePackageResults } from '../../../report/oscal/package-results.ts'
import { writeControlsCsv, writeDaysCsv } from '../../../report/package/csv.ts'
import { writeIndexPage } from '../../../report/package/index-page.ts'
import { requireFound, toIsoTime } from '../../parts/runtime-parts.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { BundleAdder } from './add-bundles.ts'
import { addReceived } from './add-received.ts'
import { addUploads } from './add-uploads.ts'
import { chooseConnections, demandPeriod } from './choose-scope.ts'
import { countGaps } from './demand-evidence.ts'
import { listDecisionTimes, listJudgements, listWaivers } from './list-decisions.ts'
import { addSamples, listPopulations } from './list-populations.ts'
import { listRecords } from './list-records.ts'
import type { PackageOrder } from './package-order.ts'
import { spoolDays } from './spool-days.ts'

const dayMs = 86_400_000

export interface MadePackage {
  readonly manifestSha256: string
  /** Runs that it names and that are in the store. */
  readonly runIds: readonly string[]
  readonly gaps: number
}

/**
 * Makes a package: how the controls of a framework stood on each day of a period, with the evidence. Runs are read one at a time.
 * Nothing may delete them meanwhile: see `writePackage`.
 * @throws CheckwrightError `PACKAGE_INVALID` for a period or connection that cannot be; `PACKAGE_INCOMPLETE` for gaps that
 * `requireEvidence` refuses; StoreError `STORE_CORRUPT` for evidence that was altered; `NOT_FOUND`; the file system's errors
 */
export async function makePackage(runtime: Runtime, order: PackageOrder): Promise<MadePackage> {
  const { organizationId, framework, from, to, staleAfterMs = staleAfterMsDefault, requireEvidence = false } = order
  const nowMs = runtime.workspace.clock.nowMs()
  const period = demandPeriod(order, nowMs)
  const organization = requireFound(await runtime.organizations.get(organizationId), 'organization of that id')
  const connections = await chooseConnections(runtime, order, period)
  const waivers = await listWaivers(runtime, order, period)
  const judgements = await listJudgements(runtime, order, period, connections)
  await using folder = await openTempFolder('package')
  const draft = await beginPackage(order.target)
  try {
    const { toMs } = period
    const isWhole = order.connections === undefined
    const bundles = new BundleAdder(runtime, order, { draft, folder, toMs })
    const days = await spoolDays(runtime, folder, bundles, {
      organizationId,
      framework,
      connections,
      period,
      staleAfterMs,
      knownFromMs: order.knownFromMs,
      isWhole,
      decidedAtMs: listDecisionTimes(waivers, judgements),
    })
    const obligations = await days.obligations.gather(runtime, { organizationId, toMs })
    const samples = await addSamples(runtime, order, bundles, { period, connections })
    const received = await addReceived(runtime, order, bundles, { period, connections })
    const populations = await listPopulations(runtime, order, bundles.runIds)
    const records = isWhole ? await listRecords(runtime, { organizationId, from, to, toMs }) : []
    const uploads = await addUploads(runtime, order, draft, { judgements, obligations })
    const { mapping, earlierMappings } = describeMappings(days.mappings, from)
    const head: PackageHead = {
      framework: describeFramework(framework),
      organization: { id: organization.id, name: organization.name },
      period: { from, to },
      madeAt: toIsoTime(nowMs),
      writtenBy: { name: 'checkwright', version },
      staleAfterDays: staleAfterMs / dayMs,
      mapping,
      earlierMappings,
    }
    const content: PackageContent = {
      head,
      controls: days.controls,
      waivers,
      judgements,
      obligations,
      populations,
      samples,
      received,
      records,
      uploads,
      connections: connections.map(({ id, name, connector }) => ({
        id,
        name: name !== undefined && order.isNamed !== false ? name : undefined,
        connector,
      })),
    }
    const gaps = await countGaps(content, requireEvidence)
    await draft.add('package.json', writePackageText(content))
    await draft.add('index.html', writeIndexPage(content))
    await draft.add('controls.csv', writeControlsCsv(content))
    await draft.add('days.csv', writeDaysCsv(content))
    const plan = await draft.add('oscal/assessment-plan.json', writePackagePlan(content))
    await draft.add('oscal/assessment-results.json', writePackageResults(content, plan.sha256))
    const { manifestSha256 } = await draft.finish(head, await runtime.signing.signer())
    return { manifestSha256, runIds: bundles.runIds, gaps }
  } finally {
    await draft.discard()
  }
}

function describeFramework({ countsFromMs: _, ...framework }: Framework): PackageHead['framework'] {
  const { id, title, version: edition } = framework
  const sha256 = createHash('sha256').update(toCanonicalJson(framework)).digest('hex')
  return { id, title, version: edition, sha256 }
}

/** The last one, and those before it. */
function describeMappings(
  mappings: readonly EarlierMapping[],
  firstDay: string,
): Pick<PackageHead, 'mapping' | 'earlierMappings'> {
  const last = mappings.at(-1)
  if (!last) return {}
  const { from, sha256, text } = last
  return {
    mapping: { sha256, text, from: from === firstDay ? undefined : from },
    earlierMappings: mappings.length > 1 ? mappings.slice(0, -1) : undefined,
  }
}
