import { type ReceivedPart, resultStatuses } from '../../define/index.ts'
import type { BundleSource } from '../bundle/bundle-source.ts'
import { readRunUnits, readSignedRun } from '../bundle/run-text.ts'
import { isConnectionHead } from '../bundle/signed-run.ts'

/** What a run says of one of its checks. */
export interface BundleVerdict {
  readonly status: string
  /** How many results it has of each status. */
  readonly results: ReadonlyMap<string, number>
}

/** What a package can say of a verified bundle. */
export interface BundleFacts {
  /** By the ids of its checks. */
  readonly verdicts: ReadonlyMap<string, BundleVerdict>
  /** Of a run of a file of another tool. */
  readonly received: ReceivedPart | undefined
}

/** Results are read one at a time. */
export async function readBundleFacts(source: BundleSource): Promise<BundleFacts> {
  const { head } = await readSignedRun(() => source.read('run.json'))
  const verdicts = head.checks.map(({ id, status }) => ({ id, status, results: new Map<string, number>() }))
  for await (const { path, text } of readRunUnits(source.read('run.json'))) {
    const [, index] = /^checks\[(\d+)\]\.results\[/.exec(path) ?? []
    const results = index === undefined ? undefined : verdicts[Number(index)]?.results
    if (!results) continue
    const { status } = JSON.parse(text) as { readonly status: string }
    results.set(status, (results.get(status) ?? 0) + 1)
  }
  return {
    verdicts: new Map(verdicts.map(({ id, ...verdict }) => [id, verdict])),
    received: isConnectionHead(head) ? head.received : undefined,
  }
}

/** What `package.json` says of a check in a run, whose bundle is in the package. */
export interface VerdictClaim {
  /** The bundle. */
  readonly file: string
  /** Its place in `package.json`. */
  readonly field: string
  readonly check: string
  readonly status: string | undefined
  readonly results: Readonly<Record<string, number>> | undefined
}

/** How the claim differs from the bundle, in a sentence; undefined if both say the same. */
export function tellOtherVerdict(claim: VerdictClaim, verdict: BundleVerdict | undefined): string | undefined {
  const { file, check, status, results = {} } = claim
  if (!verdict) return `says that the run had the check ${check}, and ${file} does not have it.`
  if (status !== verdict.status)
    return `says that ${check} ended with ${status ?? 'nothing'}, and ${file} says ${verdict.status}.`
  // Waivers have a number too, and do not change how often a check failed.
  const other = resultStatuses.find((each) => (results[each] ?? 0) !== (verdict.results.get(each) ?? 0))
  if (other === undefined) return undefined
  return `says that ${check} has ${results[other] ?? 0} results of the status ${other}, and ${file} has ${verdict.results.get(other) ?? 0}.`
}
