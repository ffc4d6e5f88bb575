import { useTexts } from '../../all-texts/use-texts.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import type { Delivery, Webhook } from '../webhooks.ts'

/** The state of a webhook, and why. */
export function WebhookState({ webhook: { state, stateReason, failingSince } }: { readonly webhook: Webhook }) {
  const texts = useTexts()
  if (state === 'ended') return <span class="badge fail">{texts.webhooks.states.ended}</span>
  if (state === 'paused')
    return stateReason === 'failures' ? (
      <span class="badge fail">{texts.webhooks.states.pausedAfterFailures}</span>
    ) : (
      <span class="badge plain">{texts.states.connection.paused}</span>
    )
  return failingSince === null ? (
    <span class="badge pass">{texts.states.active}</span>
  ) : (
    <span class="badge error">{texts.states.failing}</span>
  )
}

/** What became of a delivery. */
export function DeliveryOutcome({
  delivery,
  webhook: { sink },
}: {
  readonly delivery: Delivery
  readonly webhook: Pick<Webhook, 'sink'>
}) {
  const texts = useTexts()
  const { state, attempts, status, problem, triedAt } = delivery
  const tone = { delivered: 'pass', pending: 'plain', dead: 'fail' } as const
  const facts = [
    status !== null && texts.webhooks.deliveries.status({ protocol: sink === 'email' ? 'SMTP' : 'HTTP', status }),
    problem !== null && <code>{problem}</code>,
    attempts > 1 && texts.webhooks.deliveries.attempts({ attempts }),
    triedAt !== null && texts.webhooks.deliveries.lastAttempt({ moment: <Moment at={triedAt} /> }),
  ].filter((fact) => fact !== false)
  return (
    <>
      <span class={`badge ${tone[state]}`}>
        {
          {
            delivered: texts.webhooks.deliveries.states.delivered,
            pending: texts.webhooks.deliveries.states.pending,
            dead: texts.webhooks.deliveries.states.dead,
          }[state]
        }
      </span>{' '}
      <span class="small">
        {facts.map((fact, index) => (
          <>
            {index > 0 && ' · '}
            {fact}
          </>
        ))}
      </span>
    </>
  )
}
