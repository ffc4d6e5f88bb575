import { type BoundedControl, type StatementBinding, toControlId } from '../../define/index.ts'
import { type CheckEvidence, type EvidenceSubject, toEvidenceKey, toSubjectKey } from './check-evidence.ts'
import type { Mapping } from './frameworks/framework.ts'

/** A connector whose checks should have evidence, for one connection or one run. */
export interface ExpectedRun {
  readonly connector: {
    readonly id: string
    readonly checks: readonly {
      readonly id: string
      readonly title: string
      readonly controls?: readonly (string | BoundedControl)[] | undefined
      readonly states?: readonly StatementBinding[] | undefined
    }[]
  }
  readonly connectionId?: string | undefined
  /** Id of a run without a connection. */
  readonly runId?: string | undefined
  /** Ids of checks that need no evidence, such as those that came with a newer version. What they came to counts. @default none */
  readonly unexpected?: ReadonlySet<string> | undefined
}

/** The present mappings of connectors; runs keep those of their own time. */
export function listDeclaredMappings(expected: readonly ExpectedRun[]): Mapping[] {
  const connectors = new Map(expected.map(({ connector }) => [connector.id, connector]))
  return [...connectors.values()].flatMap((connector) =>
    connector.checks.flatMap(({ id, controls = [] }) =>
      controls.map((control) => ({
        control: toControlId(control),
        check: `${connector.id}/${id}`,
        requires: typeof control === 'string' ? undefined : control.requires,
      })),
    ),
  )
}

/** A check that supports a control of a judged account and has no evidence. */
export interface MissingCheck extends EvidenceSubject {
  readonly id: string
  readonly title: string
}

export function findMissingChecks(
  evidence: readonly CheckEvidence[],
  expected: readonly ExpectedRun[],
  mappings: readonly Mapping[],
): MissingCheck[] {
  const found = new Set(evidence.map((each) => toEvidenceKey(each, each.check.id)))
  const titles = new Map(
    expected.flatMap(({ connector }) => connector.checks.map(({ id, title }) => [`${connector.id}/${id}`, title])),
  )
  const looked: readonly EvidenceSubject[] = [
    ...evidence,
    ...expected.map((run) => ({ ...run, connector: run.connector.id })),
  ]
  const subjects = new Map(looked.map((subject) => [toSubjectKey(subject), subject]))
  const unexpected = new Map(
    expected.map((run) => [toSubjectKey({ ...run, connector: run.connector.id }), run.unexpected]),
  )
  const checks = [...new Set(mappings.map(({ check }) => check))]
  return [...subjects].flatMap(([key, { connector, connectionId, runId }]) =>
    checks.flatMap((check): MissingCheck[] => {
      if (!check.startsWith(`${connector}/`)) return []
      const id = check.slice(connector.length + 1)
      const subject = connectionId === undefined ? { connector, runId } : { connector, connectionId }
      if (unexpected.get(key)?.has(id)) return []
      return found.has(toEvidenceKey(subject, id)) ? [] : [{ ...subject, id, title: titles.get(check) ?? id }]
    }),
  )
}
