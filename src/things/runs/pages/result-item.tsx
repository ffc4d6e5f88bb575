import type { Change } from '../../../checks/findings/comparison.ts'
import type { CheckHead, Judged, ResultRecord } from '../../../define/index.ts'
import { viewResult } from '../../../report/view/view-result.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { JudgedText } from '../../judgements/pages/judgement-parts.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { EvidenceText, ResultParts } from '../../pages/shared/result-parts.tsx'
import { SeverityBadge, StatusBadge } from '../../pages/shared/status.tsx'

interface ResultItemProps {
  readonly runId: string
  readonly check: CheckHead
  readonly result: ResultRecord
  readonly change: Change | undefined
  /** Whether the result is a finding that has a page: one of a scoped run is none. */
  readonly hasPage: boolean
  /** Whether this person may accept the risk. */
  readonly mayWaive: boolean
  /** Whether this person may judge what needs review. */
  readonly mayJudge: boolean
  /** The judgement that holds now. */
  readonly judged: Judged | undefined
}

/** One result with its evidence, closed at first. */
export function ResultItem({ runId, check, result, change, hasPage, mayWaive, mayJudge, judged }: ResultItemProps) {
  const texts = useTexts()
  const { status, resource, title, name, severity, evidence, findingId, waived, exchanges, notes, parts } = viewResult(
    { ...result, judged },
    change,
    texts.runs.words,
  )
  return (
    <li class="result" id={`finding-${findingId}`}>
      <details>
        <summary>
          <StatusBadge of={status} />
          <span class="what">
            {title}{' '}
            <span class="resource">
              {resource.type} {name}
            </span>
          </span>
          <span class="tags">
            {notes.map(({ kind, text }) =>
              kind === severity ? <SeverityBadge of={severity} /> : <span class={`change change-${kind}`}>{text}</span>,
            )}
          </span>
        </summary>
        <div class="inside">
          <ResultParts parts={parts.filter(({ kind }) => kind !== 'judgement')} />
          {status === 'manual' && <Review result={result} judged={judged} />}
          <h3>{texts.runs.words.evidence}</h3>
          <EvidenceText name={texts.labels.evidenceOf({ title, name })} evidence={evidence} />
          <Facts
            runId={runId}
            result={result}
            exchanges={exchanges ?? check.exchanges}
            isExact={exchanges !== undefined}
          />
          {mayJudge && status === 'manual' && (
            <p>
              <Link
                to={`/runs/${runId}/judge?check=${encodeURIComponent(check.id)}&finding=${findingId}`}
                looks="quiet"
              >
                {judged ? texts.actions.judgeAgain : texts.actions.judgeResult}
              </Link>
            </p>
          )}
          {hasPage && status === 'fail' && (
            <p class="row">
              <Link to={`/findings/${findingId}`}>{texts.runs.result.toFinding}</Link>
              {mayWaive && !waived && (
                <Link to={`/findings/accept?finding=${findingId}`} looks="quiet">
                  {texts.findings.acceptance.accept}
                </Link>
              )}
            </p>
          )}
        </div>
      </details>
    </li>
  )
}

interface ResultReviewProps {
  readonly result: ResultRecord
  readonly judged: Judged | undefined
}

/** The judgement that holds now, and the one that held at the run if that is another one. */
function Review({ result, judged }: ResultReviewProps) {
  const texts = useTexts()
  const before = result.judged
  return (
    <>
      {judged && <JudgedText judged={judged} />}
      {before && before.id !== judged?.id && (
        <>
          <p class="small">{texts.runs.result.earlierJudgement}</p>
          <JudgedText judged={before} />
        </>
      )}
    </>
  )
}

interface FactsProps {
  readonly runId: string
  readonly result: ResultRecord
  readonly exchanges: readonly number[]
  /** Whether they belong to the result itself, or to its whole check. */
  readonly isExact: boolean
}

/** Enough for a person; the bundle has them all. */
const exchangesMax = 20

function Facts({ runId, result: { resource, findingId }, exchanges, isExact }: FactsProps) {
  const texts = useTexts()
  return (
    <dl class="facts">
      <dt>{texts.labels.resource}</dt>
      <dd>
        {resource.type} <code>{resource.id}</code>
      </dd>
      <dt>{texts.judgements.form.toFinding}</dt>
      <dd>
        <code>{findingId}</code>
      </dd>
      {exchanges.length > 0 && (
        <>
          <dt>{isExact ? texts.runs.result.readFrom : texts.runs.result.checkRead}</dt>
          <dd>
            {exchanges.slice(0, exchangesMax).map((number) => (
              <>
                <Link to={`/runs/${runId}/exchanges/${number}`}>{texts.labels.exchange({ number })}</Link>{' '}
              </>
            ))}
            {exchanges.length > exchangesMax && texts.counts.andMore({ count: exchanges.length - exchangesMax })}
          </dd>
        </>
      )}
    </dl>
  )
}
