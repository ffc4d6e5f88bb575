import type { TaskHead } from '../../checks/obligations/task.ts'
import { judgeForTask, type TaskEvidence } from '../../checks/obligations/task-evidence.ts'
import type { CheckVerdict } from './check-verdicts.ts'

/** Of each check and state: more connections are counted. */
const connectionsNamedMax = 10

/**
 * What the checks of an obligation say about it.
 * @param verdict by `connector/check`
 * @param isNamed whether every connection is named, however many there are
 */
export function judgeChecks(
  task: TaskHead,
  verdict: ReadonlyMap<string, CheckVerdict>,
  { nowMs, isNamed }: { readonly nowMs: number; readonly isNamed: boolean },
): readonly TaskEvidence[] {
  const { checks } = task.satisfiedBy
  if (checks.length === 0) return []
  const judged = new Map<string, readonly TaskEvidence[]>()
  for (const name of checks) {
    const [source = '', id = ''] = name.split('/')
    const having = source === '*' ? [...verdict.values()].filter(({ checkId }) => checkId === id) : [verdict.get(name)]
    for (const check of having) {
      const key = check?.name ?? name
      // Two names may stand for one check.
      if (judged.has(key)) continue
      const because = 'nothing that is connected has this check'
      const all = check ? judgeCheck(task, check, nowMs) : [createMissing({ title: name, because, checkId: id })]
      judged.set(key, isNamed ? all : countMany(all))
    }
  }
  const all = [...judged.values()].flat()
  if (all.length > 0) return all
  const because = judged.size === 0 ? 'nothing that is connected has one of them' : 'had nothing to judge'
  return [createMissing({ title: 'Its checks', because })]
}

export function createMissing(
  facts: Omit<TaskEvidence, 'state' | 'kind'> & Partial<Pick<TaskEvidence, 'kind'>>,
): TaskEvidence {
  return { kind: 'check', ...facts, state: 'missing' }
}

function judgeCheck(
  task: TaskHead,
  { connectorId: connector, checkId, title, evidence, groups, missing }: CheckVerdict,
  nowMs: number,
): readonly TaskEvidence[] {
  return [
    ...missing.map(({ connectionId, connections }) =>
      createMissing({ connector, connectionId, connections, checkId, title, because: 'was not run' }),
    ),
    ...evidence.flatMap((each) => judgeForTask(task, each, nowMs) ?? []),
    // It is the oldest of those that are alike, so the others count as long as it does.
    ...groups.flatMap(({ evidence: like, connections }) => {
      const of = judgeForTask(task, like, nowMs)
      return of ? [{ ...of, connectionId: undefined, runId: undefined, atMs: undefined, connections }] : []
    }),
  ]
}

/** Those of a check, by what they say: the first ones, and how many more there are. */
function countMany(all: readonly TaskEvidence[]): readonly TaskEvidence[] {
  const byState = Map.groupBy(all, (each) => `${each.state} ${each.because === 'was not run'}`)
  return [...byState.values()].flatMap((of) => {
    const named = of.filter(({ connections }) => connections === undefined).slice(0, connectionsNamedMax)
    const rest = of.filter((each) => !named.includes(each))
    const [first] = rest
    if (first === undefined) return named
    const { kind, state, title, connector, checkId } = first
    const untils = rest.map(({ untilMs }) => untilMs)
    return [
      ...named,
      {
        kind,
        state,
        title,
        connector,
        checkId,
        because: explainMany(first),
        connections: rest.reduce((sum, { connections = 1 }) => sum + connections, 0),
        untilMs: untils.every((until) => until !== undefined) ? Math.min(...untils) : undefined,
      },
    ]
  })
}

function explainMany({ state, because }: TaskEvidence): string {
  if (state !== 'missing') return words[state]
  return because === 'was not run' ? because : 'its evidence is too old'
}

const words = {
  met: 'passes',
  failing: 'fails',
  could_not_tell: 'cannot be told',
  provided: 'waits to be accepted',
} as const
