import {
  dayMs,
  firstMs,
  type HistoryDevice,
  type HistoryTraining,
  type Human,
  isWorking,
  nowMs,
  readLeftMs,
} from './history.ts'
import type { Random } from './random.ts'

export function giveDevice(human: Human, reused: ReadonlySet<string>, random: Random): HistoryDevice[] {
  const [first] = human.employments
  const [isPresent, isRetained, days, keepsAddress] = [
    random.chance(0.6),
    random.chance(0.15),
    random.below(10),
    random.chance(0.05),
  ]
  if (!first || !isPresent) return []
  const isBack = human.employments.length > 1
  const leftMs = readLeftMs(human)
  const hasCollector = human.addresses.some(({ address }) => reused.has(address))
  const returnedMs = isBack || leftMs === undefined || (isRetained && !hasCollector) ? undefined : leftMs + days * dayMs
  return [{ id: `laptop-${human.number}`, human, issuedMs: first.startMs, returnedMs, keepsAddress }]
}

export function buySpares(size: number, random: Random): HistoryDevice[] {
  return Array.from({ length: Math.ceil(size / 200) }, (_, nth) => ({
    id: `spare-${nth}`,
    human: undefined,
    issuedMs: firstMs - random.below(100) * dayMs,
    returnedMs: undefined,
    keepsAddress: false,
  }))
}

/** Once a year, for most of them. */
export function train(human: Human, random: Random): HistoryTraining[] {
  const [first] = human.employments
  const [isForgotten, isLazy] = [random.chance(0.05), random.chance(0.05)]
  const trainings: HistoryTraining[] = []
  for (let nth = 0; nth < 6; nth++) {
    const [days, isSkipped] = [random.below(25), random.chance(0.05)]
    const assignedMs = (first?.startMs ?? nowMs) + nth * 330 * dayMs
    if (!first || isForgotten || assignedMs > nowMs || isSkipped) continue
    const doneMs = assignedMs + days * dayMs
    const completedMs = isLazy || !isWorking(human, doneMs) ? undefined : doneMs
    trainings.push({ id: `t${nth}-${human.number}`, human, assignedMs, completedMs })
  }
  return trainings
}
