import type { Change } from '../../checks/findings/comparison.ts'
import type { JsonValue, Judged, JudgedFile, ResultRecord } from '../../define/index.ts'
import { formatJsonText } from '../pieces/json-pieces.ts'
import { type RunWords, runWords } from '../pieces/run-words.ts'

/** A paragraph about a result. */
export interface ResultPart {
  readonly kind: 'description' | 'remedy' | 'command' | 'waiver' | 'judgement'
  readonly title?: string
  readonly text: string
  /** The files that a judgement rests on. */
  readonly files?: readonly JudgedFile[]
}

export type ResultView = ResultRecord & ReturnType<typeof viewResult>

type ResultSource = Pick<ResultRecord, 'description' | 'remediation' | 'fix' | 'resource' | 'waived'> & {
  readonly severity?: string | undefined
  readonly judged?: Judged | undefined
}

/** A result as people read it, in any format and language. */
export function viewResult<Result extends ResultSource>(result: Result, change?: Change, words: RunWords = runWords) {
  const { resource, severity, description, remediation, fix, waived, judged } = result
  return {
    ...result,
    /** Of its resource; the id if it has no name. */
    name: resource.name ?? resource.id,
    change,
    /** A word each. The kind is the severity, the change, `waived` or `judged`: for colours. */
    notes: listPresent([
      severity !== undefined && { kind: severity, text: severity },
      change && { kind: change, text: words.changes[change] },
      waived && { kind: 'waived', text: words.waived },
      judged && { kind: 'judged', text: words.decisions[judged.decision] },
    ]),
    parts: listPresent<ResultPart>([
      description !== undefined && { kind: 'description', text: description },
      remediation !== undefined && { kind: 'remedy', title: words.remedy, text: remediation },
      fix !== undefined && { kind: 'command', title: words.command, text: fix },
      waived && {
        kind: 'waiver',
        title: words.waivedBy({ by: waived.approver, expires: waived.expires }),
        text: waived.justification,
      },
      judged && {
        kind: 'judgement',
        title: words[`${judged.decision}By`](judged),
        text: judged.reason,
        files: judged.files,
      },
    ]),
  }
}

function listPresent<Item extends object>(items: readonly (Item | false | undefined)[]): readonly Item[] {
  return items.filter((item): item is Item => typeof item === 'object')
}

/** The evidence of a result as JSON with indents; empty if there is none. */
export function formatEvidence(evidence: JsonValue): string {
  return evidence === null ? '' : formatJsonText(evidence, { indent: 2 })
}
