import type { CheckEvidence } from '../../checks/controls/check-evidence.ts'
import type { ManyConnections } from '../../checks/controls/evaluate-controls.ts'
import { explainStaleness, judgeEvidence } from '../../checks/controls/judge.ts'

/** Of each kind of reviews that are alike: more are counted, as connections are. */
const named = 10

interface ReviewGroup extends Pick<ManyConnections, 'groups'> {
  readonly reviews: readonly CheckEvidence[]
}

/** The first ones of those that say the same for controls, and how many more there are. */
export function groupReviews(
  all: readonly CheckEvidence[],
  { now, staleAfterMs }: { readonly now: Date; readonly staleAfterMs: number },
): ReviewGroup {
  const kinds = Map.groupBy(all, (review) => {
    const { connector, check } = review
    const { state } = judgeEvidence(review, { requires: [], now, staleAfterMs })
    const isStale = explainStaleness(review, { now, staleAfterMs }) !== undefined
    return JSON.stringify([connector, check.id, check.controls, state, isStale])
  })
  const chosen = new Set([...kinds.values()].flatMap((kind) => kind.slice(0, named)))
  return {
    reviews: all.filter((review) => chosen.has(review)),
    groups: [...kinds.values()].flatMap((kind) => {
      const [evidence] = kind
      return evidence && kind.length > named ? [{ evidence, connections: kind.length - named }] : []
    }),
  }
}
