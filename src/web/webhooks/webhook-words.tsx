import type { Delivery, Webhook } from '../../runtime/notices/webhooks.ts'
import { Moment } from '../shared/moment.tsx'

export const sinkWords: Readonly<Record<Webhook['sink'], string>> = {
  webhook: 'Signed webhook',
  slack: 'Slack, or a chat that takes the same',
  email: 'Mail',
}

export const rhythmWords: Readonly<Record<Webhook['rhythm'], string>> = {
  each: 'each notice at once',
  daily: 'one digest a day',
}

/** The state of a webhook, and why. */
export function WebhookState({ webhook: { state, stateReason, failingSince } }: { readonly webhook: Webhook }) {
  if (state === 'ended') return <span class="badge fail">Ended: the receiver is gone</span>
  if (state === 'paused')
    return stateReason === 'failures' ? (
      <span class="badge fail">Paused after failures</span>
    ) : (
      <span class="badge plain">Paused</span>
    )
  return failingSince === null ? <span class="badge pass">Active</span> : <span class="badge error">Failing</span>
}

/** What became of a delivery. */
export function DeliveryOutcome({ delivery }: { readonly delivery: Delivery }) {
  const { state, attempts, status, problem, triedAt } = delivery
  const tone = { delivered: 'pass', pending: 'plain', dead: 'fail' } as const
  return (
    <>
      <span class={`badge ${tone[state]}`}>
        {{ delivered: 'Delivered', pending: 'Waiting', dead: 'Given up' }[state]}
      </span>{' '}
      <span class="small">
        {status !== null && `Status ${status}. `}
        {problem !== null && (
          <>
            <code>{problem}</code>{' '}
          </>
        )}
        {attempts > 1 && `${attempts} attempts. `}
        {triedAt !== null && (
          <>
            Last at <Moment at={triedAt} />
          </>
        )}
      </span>
    </>
  )
}
