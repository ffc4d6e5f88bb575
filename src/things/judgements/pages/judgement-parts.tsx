import { type Judged, taskSourceId } from '../../../define/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'
import type { Judgement } from '../judgements.ts'

/** A decision with its mark: an accepted result counts as met, a refused one as failing. */
function DecisionBadge({ of }: { readonly of: Judged['decision'] }) {
  const texts = useTexts()
  return <StatusBadge of={of === 'accepted' ? 'pass' : 'fail'}>{texts.judgements.decisions[of]}</StatusBadge>
}

/** Who decided what, until when, and on which files. */
export function JudgedText({ judged }: { readonly judged: Judged }) {
  const texts = useTexts()
  const { decision, by, at, expires, reason, files } = judged
  return (
    <>
      <p>
        {texts.judgements.list.decided({
          decision: texts.judgements.decisions[decision],
          by,
          moment: <Moment at={at} />,
          expires,
          reason,
        })}
      </p>
      <FileLinks files={files} />
    </>
  )
}

function FileLinks({ files }: Pick<Judged, 'files'>) {
  if (files.length === 0) return null
  return (
    <ul class="row plain-list">
      {files.map(({ id, name }) => (
        <li>
          <Link to={`/evidence/${id}`}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

/** Judgements, with a button for those that count. */
export function JudgementList({ judgements }: { readonly judgements: readonly Judgement[] }) {
  const texts = useTexts()
  const { visitor } = useFrame()
  const mayWithdraw = visitor !== undefined && mayDo(visitor.role, 'judgements:write')
  return (
    <ul class="list">
      {judgements.map((judgement) => (
        <li>
          <DecisionBadge of={judgement.decision} />
          <span class="what">
            <Link to={toJudgedPath(judgement)}>{judgement.result.title}</Link>{' '}
            <span class="small">
              {judgement.connectorId === taskSourceId
                ? texts.judgements.list.obligation
                : `${judgement.result.resource.type} ${judgement.result.resource.name ?? judgement.result.resource.id} · ${judgement.checkId}`}{' '}
              ·{' '}
              {judgement.withdrawnAtMs === null
                ? texts.judgements.states[judgement.state]
                : texts.judgements.list.withdrawn({
                    by: judgement.withdrawnBy ?? texts.judgements.list.somebody,
                    moment: <Moment at={judgement.withdrawnAtMs} />,
                  })}
            </span>
            <JudgedText judged={judgement} />
          </span>
          {mayWithdraw && judgement.state === 'holds' && <WithdrawForm id={judgement.id} />}
        </li>
      ))}
    </ul>
  )
}

/** The result that was judged, or the statement. */
function toJudgedPath({ connectorId, checkId, findingId, runId }: Judgement): string {
  return connectorId === taskSourceId
    ? `/tasks/${checkId}#statement-${runId}`
    : `/runs/${runId}?check=${checkId}#finding-${findingId}`
}

function WithdrawForm({ id }: { readonly id: string }) {
  const texts = useTexts()
  return (
    <PostForm to={`/judgements/${id}/withdraw`}>
      <SubmitButton looks="danger">{texts.judgements.withdraw}</SubmitButton>
    </PostForm>
  )
}
