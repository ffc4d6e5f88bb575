import { createHash } from 'node:crypto'
import type { ControlOutcome, FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { isAnswerExpired, type ManualAnswer } from '../../../service/records/manual-answers.ts'
import type { PackageRecord } from '../../../service/records/packages.ts'
import { findKnownTime, type PeriodLimit } from '../../../service/rights/period.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { countNoun } from '../../../text/count-noun.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { judgeConnections } from '../../controls/reading/judge-connections.ts'
import { listAllAnswers } from '../../knowledge-base/reading/answer-file.ts'
import { listOwnFrameworks } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { chooseEffect } from '../../risks/residual.ts'
import { createRanking, type RankedAnswer, type RankedText } from '../ranking/rank-answers.ts'

/** What an answer rests on. */
export interface AnswerSource {
  /** `knowledge-base/<id>` or `control/soc2:CC6.1` */
  readonly source: string
  /** SHA-256 of what it says. */
  readonly sourceDigest: string
  /** Day on which it says so. */
  readonly sourceDay: string
}

/** An answer that somebody may accept. */
export interface AnswerProposal extends AnswerSource {
  readonly answer: string
  /** What people call the source. */
  readonly title: string
  /** From 0 to 1. */
  readonly score: number
  /** Words of the question of which it says nothing. */
  readonly missing: readonly string[]
  /** The newest package that has the evidence of a control. */
  readonly package: { readonly id: string; readonly manifestSha256: string } | null
}

/** What was found for a question, the best first, at most three altogether. */
export interface FoundAnswers {
  /** What answers it. */
  readonly proposals: readonly AnswerProposal[]
  /** What is about the same, and says nothing of something that the question names. */
  readonly similar: readonly AnswerProposal[]
}

/** Why an answer rests on nothing any more. */
export type SourceProblem = 'gone' | 'expired' | 'changed' | 'not-satisfied'

/** What answers of an organization may rest on, as it is now. */
export interface AnswerSources {
  find(question: string): FoundAnswers
  /** undefined: it still says so. */
  findProblem(
    source: Pick<AnswerSource, 'source'> & { readonly sourceDigest: string | null },
  ): SourceProblem | undefined
}

interface RankedSource extends RankedText, Omit<AnswerProposal, 'score' | 'missing'> {}

/** Reads approved answers and the states of controls, as a reader may see them. */
export async function openSources(runtime: HostParts['runtime'], reader: PeriodLimit): Promise<AnswerSources> {
  const { organizationId } = reader
  const nowMs = runtime.workspace.clock.nowMs()
  const within = findKnownTime(reader, nowMs)
  const own = await listOwnFrameworks(runtime, { organizationId, within })
  const ids = [...frameworkIds, ...own.map(({ id }) => id)]
  const [answers, { frameworks }, packages] = await Promise.all([
    // All of them: an answer that was left out would be told as gone.
    Array.fromAsync(listAllAnswers(runtime.workspace.manualAnswers, organizationId)),
    judgeConnections(runtime, organizationId, { frameworks: ids, within }),
    runtime.packages.list({ organizationId }),
  ])
  return createSources({ answers: answers.flat(), frameworks, packages, today: formatDay(within?.toMs ?? nowMs) })
}

/** What sources are made of. */
interface SourceContent {
  readonly answers: readonly ManualAnswer[]
  readonly frameworks: readonly FrameworkOutcome[]
  /** The newest first. */
  readonly packages: readonly PackageRecord[]
  readonly today: string
}

export function createSources({ answers, frameworks, packages, today }: SourceContent): AnswerSources {
  const approved = new Map(answers.map((each) => [nameAnswer(each.id), each]))
  const candidates: RankedSource[] = answers
    .filter((answer) => !isAnswerExpired(answer, today))
    .map(({ id, question, answer, tags, updatedAtMs }) => ({
      question,
      answer,
      tags,
      title: question,
      source: nameAnswer(id),
      sourceDigest: digestText(answer),
      sourceDay: formatDay(updatedAtMs),
      package: null,
    }))
  const isObserved = new Map<string, boolean>()
  for (const { id, version, title, controls } of frameworks)
    for (const control of controls) {
      const source = nameControl(id, control.id)
      // A control that people accept as it is or leave out proposes no yes, and neither does one that nobody can tell.
      const holds = control.leftOut === undefined && chooseEffect(control) === 'lowers'
      isObserved.set(source, holds)
      if (!holds) continue
      candidates.push({
        question: control.title,
        tags: control.checks.map((check) => check.title),
        answer: `Yes. ${control.title}: ${countNoun(control.checks.length, 'check')} found this satisfied on ${today} (${title}, ${control.id}).`,
        title: `${title}, ${control.id}`,
        source,
        sourceDigest: digestControl(id, version ?? '', control),
        sourceDay: today,
        package: findPackage(packages, id),
      })
    }
  const rank = createRanking(candidates)
  return {
    find: (question) => {
      const ranked = rank(question)
      return {
        proposals: ranked.filter(({ isProposed }) => isProposed).map(toProposal),
        similar: ranked.filter(({ isProposed }) => !isProposed).map(toProposal),
      }
    },
    findProblem: ({ source, sourceDigest }) => {
      const answer = approved.get(source)
      if (answer) {
        if (isAnswerExpired(answer, today)) return 'expired'
        return sourceDigest === null || sourceDigest === digestText(answer.answer) ? undefined : 'changed'
      }
      const holds = isObserved.get(source)
      return holds === undefined ? 'gone' : holds ? undefined : 'not-satisfied'
    },
  }
}

function toProposal({ text, score, missing }: RankedAnswer<RankedSource>): AnswerProposal {
  const { question: _, tags: __, ...proposal } = text
  return { ...proposal, score: Math.min(1, Math.round(score * 1_000) / 1_000), missing }
}

/** How answers name an answer of the knowledge base as what they rest on. */
export function nameAnswer(id: string): string {
  return `knowledge-base/${id}`
}

function nameControl(framework: string, control: string): string {
  return `control/${framework}:${control}`
}

function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Of the control, its version and the evidence that speaks for it. */
function digestControl(framework: string, version: string, { id, checks }: ControlOutcome): string {
  const evidence = checks.map((check) => [
    check.connector,
    check.id,
    check.state,
    check.runId ?? check.reviewId ?? check.taskId ?? null,
  ])
  return digestText(JSON.stringify([framework, version, id, evidence]))
}

function findPackage(packages: readonly PackageRecord[], id: string): AnswerProposal['package'] {
  const found = packages.find(({ framework }) => framework === id)
  return found ? { id: found.id, manifestSha256: found.manifestSha256 } : null
}
