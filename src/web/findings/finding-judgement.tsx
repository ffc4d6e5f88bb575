import type { Judgement, NeededReview } from '../../runtime/judgements/judgements.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { useFrame } from '../frame/frame.ts'
import { Link } from '../frame/links.tsx'
import { JudgementList } from '../judgements/judgement-parts.tsx'
import { Moment } from '../shared/moment.tsx'

interface FindingJudgementProps {
  /** The result of the newest run, if it needs review; undefined: it needs none. */
  readonly review: NeededReview | undefined
  readonly judgements: readonly Judgement[]
}

/** A finding that failed may need review later, because its check can no longer decide. */
export function FindingJudgement({ review, judgements }: FindingJudgementProps) {
  const { visitor } = useFrame()
  if (review === undefined && judgements.length === 0) return null
  const mayJudge = visitor !== undefined && mayDo(visitor.role, 'judgements:write')
  return (
    <section class="sheet" aria-labelledby="judgement">
      <h2 id="judgement">Judgement</h2>
      {review && (
        <>
          <p>
            {'The newest run, '}
            <Moment at={review.atMs} />
            {', could not decide: '}
            <Link
              to={`/runs/${review.runId}?check=${review.check.id}&status=manual#finding-${review.result.findingId}`}
            >
              {review.result.title}
            </Link>
            . It needs review. The finding stays open until a run sees it pass.
          </p>
          {mayJudge && (
            <p>
              <Link
                to={`/runs/${review.runId}/judge?check=${review.check.id}&finding=${review.result.findingId}`}
                looks="quiet"
              >
                Judge this result…
              </Link>
            </p>
          )}
        </>
      )}
      <JudgementList judgements={judgements} />
    </section>
  )
}
