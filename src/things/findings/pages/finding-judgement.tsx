import type { Finding } from '../../../checks/findings/finding-store.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { Judgement, NeededReview } from '../../judgements/judgements.ts'
import { JudgementList } from '../../judgements/pages/judgement-parts.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'

interface FindingJudgementProps {
  readonly finding: Finding
  /** The result of the newest run, if it needs review; undefined: it needs none. */
  readonly review: NeededReview | undefined
  readonly judgements: readonly Judgement[]
}

/** A finding that failed may need review later, because its check can no longer decide. Others fail by a judgement. */
export function FindingJudgement({ finding, review, judgements }: FindingJudgementProps) {
  const texts = useTexts()
  const { visitor } = useFrame()
  if (review === undefined && judgements.length === 0) return null
  const mayJudge = visitor !== undefined && mayDo(visitor.role, 'judgements:write')
  return (
    <Sheet id="judgement" title={texts.labels.judgement}>
      {review && (
        <>
          <p>
            {texts.findings.judgement.needed({
              moment: <Moment at={review.atMs} />,
              link: (
                <Link
                  to={`/runs/${review.runId}?check=${review.check.id}&status=manual#finding-${review.result.findingId}`}
                >
                  {review.result.title}
                </Link>
              ),
            })}
            {finding.state !== 'resolved' && ` ${texts.findings.judgement.staysOpen}`}
          </p>
          {mayJudge && (
            <p>
              <Link
                to={`/runs/${review.runId}/judge?check=${review.check.id}&finding=${review.result.findingId}`}
                looks="quiet"
              >
                {texts.actions.judgeResult}
              </Link>
            </p>
          )}
        </>
      )}
      {finding.judgementId !== null && (
        <>
          <p>
            {texts.findings.judgement.refused}
            {mayJudge && ` ${texts.findings.judgement.reconsider}`}
          </p>
          {mayJudge && (
            <p>
              <Link to={`/runs/${finding.runId}/judge?check=${finding.checkId}&finding=${finding.id}`} looks="quiet">
                {texts.actions.judgeAgain}
              </Link>
            </p>
          )}
        </>
      )}
      <JudgementList judgements={judgements} />
    </Sheet>
  )
}
