import type { RecordHistory, RecordSpan } from '../../../evidence/package/package-content.ts'
import { toCanonicalJson } from '../../../inventory/canonical-json.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { deriveState } from '../../../service/fields/states.ts'
import type { RecordVersion } from '../../../service/fields/thing-store.ts'
import { wire } from '../../../service/fields/wire.ts'
import { addDays, parseDayEnd } from '../../../text/calendar-day.ts'
import { pentest, pentestFinding } from '../../pentests/thing.ts'
import { policy, policyAcknowledgement, policyVersion } from '../../policies/thing.ts'
import { reliance } from '../../reliances/thing.ts'
import { riskReview } from '../../risks/review.ts'
import { risk } from '../../risks/thing.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { vendorReview } from '../../vendors/review.ts'
import { vendor, vendorDocument } from '../../vendors/thing.ts'

const packagedThings: readonly Thing[] = [
  vendor,
  vendorDocument,
  vendorReview,
  risk,
  riskReview,
  policy,
  policyVersion,
  policyAcknowledgement,
  pentest,
  pentestFinding,
  reliance,
]

/** Vendors, risks, policies, penetration tests and reliances, with what is a part of them, as they stood at the end of each day. */
export async function listRecords(
  { serviceOf }: Pick<Runtime, 'serviceOf'>,
  {
    organizationId,
    from,
    to,
    toMs,
  }: { readonly organizationId: string; readonly from: string; readonly to: string; readonly toMs: number },
): Promise<readonly RecordHistory[]> {
  const records: RecordHistory[] = []
  for (const thing of packagedThings) {
    const versions = await serviceOf(thing).versions({ organizationId, atMs: toMs })
    for (const [id, own] of Map.groupBy(versions, ({ recordId }) => recordId)) {
      const history = listSpans(thing, own, { from, to, toMs })
      const title = String(own.findLast(({ values }) => values)?.values?.[thing.columns[0] ?? ''] ?? id)
      if (history.length > 0) records.push({ thing: thing.id, id, title, history })
    }
  }
  return records
}

/** The days of a record, those that are alike as one. */
function listSpans(
  thing: Thing,
  versions: readonly RecordVersion<ThingFields>[],
  { from, to, toMs }: { readonly from: string; readonly to: string; readonly toMs: number },
): readonly RecordSpan[] {
  const spans: RecordSpan[] = []
  let newest: RecordVersion<ThingFields> | undefined
  let at = 0
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const endMs = Math.min(parseDayEnd(day) ?? toMs, toMs)
    for (let next = versions[at]; next !== undefined && next.atMs <= endMs; next = versions[++at]) newest = next
    if (newest?.values === undefined) continue
    const values = wire(thing.all).toWire(newest.values)
    const state = thing.stateNames.length === 0 ? undefined : deriveState(thing.states, thing.all, newest.values, endMs)
    const last = spans.at(-1)
    const isSame =
      last !== undefined &&
      addDays(last.to, 1) === day &&
      last.state === state &&
      toCanonicalJson(last.values) === toCanonicalJson(values)
    if (isSame) spans[spans.length - 1] = { ...last, to: day }
    else spans.push({ from: day, to: day, state, values })
  }
  return spans
}
