import type { ControlOutcome } from '../../checks/controls/evaluate-controls.ts'

/** A place of the picture: likelihood and impact, each from 1 to 5. */
export interface RiskCell {
  readonly likelihood: number
  readonly impact: number
}

/** What an owner said beforehand that a control does. */
export interface RiskControl {
  /** `soc2:CC6.1` */
  readonly control: string
  readonly axis: keyof RiskCell
  readonly by: number
}

/** `lowers`: it is satisfied, and all of it was observed. `may-lower`: nobody can tell. */
export type ControlEffect = 'lowers' | 'may-lower' | 'does-not-lower'

/** What is left of a risk. Where nobody can tell, the worst and the best differ. */
export interface Residual {
  readonly worst: RiskCell
  readonly best: RiskCell
}

/** Whether the worst and the best differ, because a control is undetermined. */
export function isRange({ worst, best }: Residual): boolean {
  return worst.likelihood !== best.likelihood || worst.impact !== best.impact
}

/** How far controls may lower one side of a risk, all together. */
const lowersMax = 2

/**
 * What is left of a risk. Only a control that is satisfied, with everything observed, lowers; one that is undetermined may. All of them
 * together lower each side by at most two.
 */
export function computeResidual(
  inherent: RiskCell,
  controls: readonly (Pick<RiskControl, 'axis' | 'by'> & { readonly effect: ControlEffect })[],
): Residual {
  const lower = (axis: keyof RiskCell, effects: readonly ControlEffect[]) => {
    const own = controls.filter((each) => each.axis === axis && effects.includes(each.effect))
    const sum = own.reduce((total, { by }) => total + Math.max(0, by), 0)
    return Math.max(1, inherent[axis] - Math.min(sum, lowersMax))
  }
  const cellOf = (...effects: ControlEffect[]) => ({
    likelihood: lower('likelihood', effects),
    impact: lower('impact', effects),
  })
  return { worst: cellOf('lowers'), best: cellOf('lowers', 'may-lower') }
}

/** What a control does by its state. A statement of it that nobody observed, and what somebody waived, accepted or received from elsewhere was not observed to be right. */
export function chooseEffect(
  outcome: Pick<ControlOutcome, 'state' | 'checks' | 'statements'> | undefined,
): ControlEffect {
  if (outcome?.state === 'undetermined') return 'may-lower'
  if (outcome?.state !== 'satisfied') return 'does-not-lower'
  const speaking = outcome.checks.filter(({ state }) => state !== 'not_applicable')
  const isObserved = speaking.every(
    ({ lacksEvidence, results, judged, taskId, received }) =>
      lacksEvidence !== true &&
      received !== true &&
      taskId === undefined &&
      (results?.waived ?? 0) === 0 &&
      (judged?.accepted ?? 0) === 0,
  )
  const { statements } = outcome
  const isWhole = statements === undefined || statements.observed === statements.of
  return speaking.length > 0 && isObserved && isWhole ? 'lowers' : 'does-not-lower'
}

const line = /^([a-z0-9.-]{1,100}:\S{1,100}) (likelihood|impact) ([12])$/

/** A line such as `soc2:CC6.1 likelihood 1`; undefined if it is none. */
export function parseRiskControl(text: string): RiskControl | undefined {
  const [, control, axis, by] = line.exec(text.trim()) ?? []
  return control === undefined ? undefined : { control, axis: axis as keyof RiskCell, by: Number(by) }
}
