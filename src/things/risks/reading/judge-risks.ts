import type { ControlOutcome } from '../../../checks/controls/evaluate-controls.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { judgeConnections } from '../../controls/reading/judge-connections.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import {
  type ControlEffect,
  chooseEffect,
  computeResidual,
  parseRiskControl,
  type Residual,
  type RiskCell,
  type RiskControl,
} from '../residual.ts'

/** A risk, and what its controls are observed to leave of it. */
export interface JudgedRisk {
  readonly record: ThingRecord
  readonly inherent: RiskCell
  readonly residual: Residual
  readonly controls: readonly (RiskControl & {
    readonly effect: ControlEffect
    readonly state: ControlOutcome['state'] | 'unknown'
  })[]
}

/** Judges risks by the present states of their controls, or by those of the end of a time. */
export async function judgeRisks(
  runtime: Runtime,
  {
    organizationId,
    records,
    within,
  }: {
    readonly organizationId: string
    readonly records: readonly ThingRecord[]
    readonly within?: TimeSpan | undefined
  },
): Promise<readonly JudgedRisk[]> {
  const parsed = records.map((record) => {
    const lines = (record.values.controls ?? []) as readonly string[]
    return { record, controls: lines.flatMap((line) => parseRiskControl(line) ?? []) }
  })
  const named = new Set(parsed.flatMap(({ controls }) => controls.map(({ control }) => control.split(':')[0] ?? '')))
  const outcomes = new Map<string, ControlOutcome>()
  if (named.size > 0) {
    const report = await judgeConnections(runtime, organizationId, { frameworks: [...named], within })
    for (const { id, controls } of report.frameworks)
      for (const control of controls) outcomes.set(`${id}:${control.id}`, control)
  }
  return parsed.map(({ record, controls: own }) => {
    const inherent = { likelihood: Number(record.values.likelihood), impact: Number(record.values.impact) }
    const controls = own.map((each) => {
      const outcome = outcomes.get(each.control)
      return { ...each, effect: chooseEffect(outcome), state: outcome?.state ?? ('unknown' as const) }
    })
    return { record, inherent, residual: computeResidual(inherent, controls), controls }
  })
}
