import type { Thing } from '../../../service/fields/define-thing.ts'
import { wire } from '../../../service/fields/wire.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { toIsoTime } from '../../parts/runtime-parts.ts'
import type { ThingRecord } from './thing-service.ts'

/** A record as JSON has it: for answers and for `--json` alike. */
export function toWireRecord(
  { all }: Thing,
  { id, values, state, createdAtMs, createdBy, changedAtMs }: ThingRecord,
): Readonly<Record<string, unknown>> {
  return omitUndefined({
    id,
    ...wire(all).toWire(values),
    state,
    createdAt: toIsoTime(createdAtMs),
    createdBy,
    changedAt: toIsoTime(changedAtMs),
  })
}
