import { useTexts } from '../../all-texts/use-texts.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import type { Delivery, Webhook } from '../webhooks.ts'

/** The state of a webhook, and why. */
export function WebhookState({ webhook: { state, stateReason, failingSince } }: { readonly webhook: Webhook }) {
  const texts = useTexts()
  if (state === 'ended') return <span class="badge fail">{texts.webhooks.endedTheReceiverIsGone}</span>
  if (state === 'paused')
    return stateReason === 'failures' ? (
      <span class="badge fail">{texts.webhooks.pausedAfterFailures}</span>
    ) : (
      <span class="badge plain">{texts.webhooks.paused}</span>
    )
  return failingSince === null ? (
    <span class="badge pass">{texts.webhooks.active}</span>
  ) : (
    <span class="badge error">{texts.webhooks.failing}</span>
  )
}

/** What became of a delivery. */
export function DeliveryOutcome({ delivery }: { readonly delivery: Delivery }) {
  const texts = useTexts()
  const { state, attempts, status, problem, triedAt } = delivery
  const tone = { delivered: 'pass', pending: 'plain', dead: 'fail' } as const
  return (
    <>
      <span class={`badge ${tone[state]}`}>
        {{ delivered: texts.webhooks.delivered, pending: texts.webhooks.waiting, dead: texts.webhooks.givenUp }[state]}
      </span>{' '}
      <span class="small">
        {status !== null && texts.webhooks.status({ status })}
        {problem !== null && (
          <>
            <code>{problem}</code>{' '}
          </>
        )}
        {attempts > 1 && texts.webhooks.attempts({ attempts })}
        {triedAt !== null && <>{texts.webhooks.lastAt({ moment: <Moment at={triedAt} /> })}</>}
      </span>
    </>
  )
}
