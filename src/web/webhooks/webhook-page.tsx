import { ApiError } from '../../errors/index.ts'
import type { Delivery, Webhook } from '../../runtime/notices/webhooks.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { definePage, type OwnVisit } from '../page-route.ts'
import { SettingsHead } from '../settings/settings-head.tsx'
import { Moment } from '../shared/moment.tsx'
import { OlderLink, readListPlace } from '../shared/older-link.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { SettingFields } from './webhook-form.tsx'
import { DeliveryOutcome, sinkWords, WebhookState } from './webhook-words.tsx'

const shown = 50
const access = 'webhooks:write'

/** One webhook with what it was sent. */
export const webhookPage = definePage({
  path: '/settings/webhooks/:webhookId',
  access,
  show: async (visit) => {
    const { runtime, query } = visit
    const webhook = await demandWebhook(visit)
    const { id, name, target, sink, state, failingSince, earlierSecretUntil } = webhook
    const place = readListPlace(query)
    const before = place && { createdAtMs: place.atMs, id: place.id }
    const ref = { organizationId: webhook.organizationId, id }
    const rows = await runtime.webhooks.deliveries({ ...ref, limit: shown + 1, before })
    const deliveries = rows.slice(0, shown)
    const last = rows.length > shown ? deliveries.at(-1) : undefined
    const at = `/settings/webhooks/${id}`
    return {
      kind: 'page',
      title: name,
      content: (
        <>
          <SettingsHead title={name} at="/settings/webhooks">
            <p class="lead">
              {sinkWords[sink]}: {target}
            </p>
            <p>
              <WebhookState webhook={webhook} />
            </p>
            {failingSince !== null && (
              <p class="small">
                Every attempt has failed since <Moment at={failingSince} />.
              </p>
            )}
            {earlierSecretUntil !== null && Date.parse(earlierSecretUntil) > runtime.workspace.clock.nowMs() && (
              <p class="small">
                The earlier secret signs too, until <Moment at={earlierSecretUntil} />.
              </p>
            )}
          </SettingsHead>
          <div class="stack">
            {state !== 'ended' && <Actions webhook={webhook} />}
            <section class="sheet" aria-labelledby="deliveries">
              <h2 id="deliveries">What was sent</h2>
              <p class="small">Of the last seven days, the newest first.</p>
              {deliveries.length === 0 ? <p>Nothing yet.</p> : <Deliveries at={at} deliveries={deliveries} />}
              <OlderLink at={at} query={query} last={last && { atMs: Date.parse(last.createdAt), id: last.id }} />
            </section>
            <section class="sheet" aria-labelledby="settings">
              <h2 id="settings">What it is told</h2>
              <PostForm to={`${at}/settings`}>
                <div class="fields">
                  <div class="field">
                    <label for="name">Name</label>
                    <input id="name" name="name" required maxlength={100} value={name} />
                  </div>
                </div>
                <SettingFields settings={webhook} />
                <div class="actions">
                  <button class="button primary" type="submit">
                    Save
                  </button>
                </div>
              </PostForm>
            </section>
            <section class="sheet" aria-labelledby="delete">
              <h2 id="delete">Delete it</h2>
              <p class="small">With what was sent. Nothing goes there any more.</p>
              <PostForm to={`${at}/delete`}>
                <button class="button danger" type="submit">
                  Delete the webhook
                </button>
              </PostForm>
            </section>
          </div>
        </>
      ),
    }
  },
})

/** One delivery with the notice, as it is sent. */
export const deliveryPage = definePage({
  path: '/settings/webhooks/:webhookId/deliveries/:deliveryId',
  access,
  show: async (visit) => {
    const { runtime, params } = visit
    const webhook = await demandWebhook(visit)
    const { organizationId, id, name } = webhook
    const delivery = await runtime.webhooks.delivery({ organizationId, id, deliveryId: params.deliveryId ?? '' })
    if (delivery === undefined)
      throw new ApiError('There is no such delivery. They are kept for seven days.', { code: 'NOT_FOUND', status: 404 })
    return {
      kind: 'page',
      title: delivery.type,
      content: (
        <>
          <header class="head">
            <div>
              <p class="crumbs">
                <Link to={`/settings/webhooks/${id}`}>{name}</Link>
              </p>
              <h1>{delivery.type}</h1>
              <p>
                <DeliveryOutcome delivery={delivery} />
              </p>
            </div>
          </header>
          <section class="sheet" aria-label="Notice">
            <Scrollable name="The notice">
              <pre>{JSON.stringify(delivery.notice, null, 2)}</pre>
            </Scrollable>
            {webhook.state !== 'ended' && <RepeatForm at={`/settings/webhooks/${id}`} delivery={delivery} />}
          </section>
        </>
      ),
    }
  },
})

/** @throws ApiError 404, for another organization's too */
export async function demandWebhook({ runtime, params, person: { organizationId } }: OwnVisit): Promise<Webhook> {
  const webhook = await runtime.webhooks.get({ organizationId, id: params.webhookId ?? '' })
  if (webhook) return webhook
  throw new ApiError('There is no such webhook.', { code: 'NOT_FOUND', status: 404 })
}

function Actions({ webhook: { id, sink, state } }: { readonly webhook: Webhook }) {
  const at = `/settings/webhooks/${id}`
  return (
    <div class="actions">
      <PostForm to={`${at}/test`}>
        <button class="button" type="submit">
          Send a test
        </button>
      </PostForm>
      {state === 'active' ? (
        <PostForm to={`${at}/pause`}>
          <button class="button" type="submit">
            Pause
          </button>
        </PostForm>
      ) : (
        <PostForm to={`${at}/resume`}>
          <button class="button primary" type="submit">
            Resume
          </button>
        </PostForm>
      )}
      {sink === 'webhook' && (
        <PostForm to={`${at}/rotate-secret`}>
          <button class="button" type="submit">
            Make a new secret
          </button>
        </PostForm>
      )}
    </div>
  )
}

function Deliveries({ at, deliveries }: { readonly at: string; readonly deliveries: readonly Delivery[] }) {
  return (
    <Scrollable name="Deliveries">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Notice</th>
            <th scope="col">Told</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr>
              <th scope="row">
                <Link to={`${at}/deliveries/${delivery.id}`}>{delivery.type}</Link>
              </th>
              <td data-label="Told">
                <Moment at={delivery.createdAt} />
              </td>
              <td data-label="Outcome">
                <DeliveryOutcome delivery={delivery} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

function RepeatForm({ at, delivery: { id } }: { readonly at: string; readonly delivery: Delivery }) {
  return (
    <PostForm to={`${at}/deliveries/${id}/repeat`}>
      <div class="actions">
        <button class="button primary" type="submit">
          Send it again
        </button>
      </div>
    </PostForm>
  )
}
