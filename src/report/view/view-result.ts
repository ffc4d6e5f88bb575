import type { Change } from '../../checks/findings/comparison.ts'
import type { JsonValue, JudgedFile, ResultRecord, Severity } from '../../define/index.ts'
import { formatJsonText } from '../pieces/json-pieces.ts'
import { type RunWords, runWords } from '../pieces/run-words.ts'

/** What people read beside a result, in a word each. `kind` is for its colour. */
export interface ResultNote {
  readonly kind: Severity | Change | 'waived' | 'judged'
  readonly text: string
}

/** A paragraph about a result. */
export interface ResultPart {
  readonly kind: 'description' | 'remedy' | 'waiver' | 'judgement'
  readonly title?: string
  readonly text: string
  /** The files that a judgement rests on. */
  readonly files?: readonly JudgedFile[]
}

/** A result as people read it. */
export interface ResultView extends ResultRecord {
  /** Of its resource; the id if it has no name. */
  readonly name: string
  readonly change: Change | undefined
  readonly notes: readonly ResultNote[]
  readonly parts: readonly ResultPart[]
}

export function viewResult(result: ResultRecord, change?: Change, words: RunWords = runWords): ResultView {
  const { resource, severity, waived, judged } = result
  return {
    ...result,
    name: resource.name ?? resource.id,
    change,
    notes: keepPresent([
      severity && { kind: severity, text: words.severities[severity] },
      change && { kind: change, text: words.changes[change] },
      waived && { kind: 'waived', text: words.waived },
      judged && { kind: 'judged', text: words.decisions[judged.decision] },
    ]),
    parts: listParts(result, words),
  }
}

function listParts({ description, remediation, waived, judged }: ResultRecord, words: RunWords): readonly ResultPart[] {
  return keepPresent([
    description !== undefined && { kind: 'description', text: description },
    remediation !== undefined && { kind: 'remedy', title: words.remedy, text: remediation },
    waived && {
      kind: 'waiver',
      title: words.waivedBy({ by: waived.approver, expires: waived.expires }),
      text: waived.justification,
    },
    judged && {
      kind: 'judgement',
      title: words.decidedBy[judged.decision](judged),
      text: judged.reason,
      files: judged.files,
    },
  ])
}

function keepPresent<Item extends object>(items: readonly (Item | false | undefined)[]): readonly Item[] {
  return items.filter((item): item is Item => typeof item === 'object')
}

/** The evidence of a result as JSON with indents; empty if there is none. */
export function formatEvidence(evidence: JsonValue): string {
  return evidence === null ? '' : formatJsonText(evidence, { indent: 2 })
}
