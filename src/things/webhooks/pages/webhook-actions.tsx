import { CheckwrightError } from '../../../errors/index.ts'
import type { NoticeId } from '../../pages/page-notices.ts'
import { createPage, defineAction } from '../../pages/page-route.ts'
import { SecretOnce } from '../../pages/shared/secret-once.tsx'
import { readTypedSettings } from './webhook-form.tsx'
import { demandWebhook } from './webhook-page.tsx'

const access = 'webhooks:write'
const path = '/settings/webhooks/:webhookId'

export const saveWebhook = defineAction({
  path: `${path}/settings`,
  access,
  audit: { action: 'webhook.update', target: 'webhookId' },
  act: async (submission) => {
    const { id, organizationId } = await demandWebhook(submission)
    const { form, runtime, person } = submission
    const changes = { name: form.text('name'), ...readTypedSettings(form) }
    await runtime.webhooks.update({ organizationId, id, userId: person.userId, ...changes })
    return { kind: 'redirect', to: `/settings/webhooks/${id}`, notice: 'webhook-saved' }
  },
})

export const deleteWebhook = defineAction({
  path: `${path}/delete`,
  access,
  audit: { action: 'webhook.delete', target: 'webhookId' },
  act: async (submission) => {
    await submission.runtime.webhooks.delete(await demandWebhook(submission))
    return { kind: 'redirect', to: '/settings/webhooks', notice: 'webhook-deleted' }
  },
})

export const testWebhook = defineAction({
  path: `${path}/test`,
  access,
  audit: { action: 'webhook.test', target: 'webhookId' },
  act: async (submission) => {
    const { id, organizationId } = await demandWebhook(submission)
    await submission.runtime.webhooks.test({ organizationId, id })
    return { kind: 'redirect', to: `/settings/webhooks/${id}`, notice: 'webhook-tested' }
  },
})

export const resendQuestion = defineAction({
  path: `${path}/resend-question`,
  access,
  audit: { action: 'webhook.resend-question', target: 'webhookId' },
  act: async (submission) => {
    const { id, organizationId } = await demandWebhook(submission)
    const isSent = await submission.runtime.webhooks
      .resendQuestion({ organizationId, id })
      .then(() => true, ignoreConflict)
    return { kind: 'redirect', to: `/settings/webhooks/${id}`, notice: isSent ? 'question-sent' : 'question-not-due' }
  },
})

export const pauseWebhook = defineChange('pause', 'webhook-paused')
export const resumeWebhook = defineChange('resume', 'resumed')

export const rotateWebhookSecret = defineAction({
  path: `${path}/rotate-secret`,
  access,
  audit: { action: 'webhook.rotate-secret', target: 'webhookId' },
  act: async (submission) => {
    const { texts } = submission
    const { id, organizationId, name } = await demandWebhook(submission)
    const { secret } = await submission.runtime.webhooks.rotateSecret({ organizationId, id })
    return createPage(
      { title: texts.webhooks.secret.newPageTitle },
      <SecretOnce title={texts.webhooks.secret.newTitle({ name })} secret={secret} back={`/settings/webhooks/${id}`}>
        {texts.webhooks.secret.newHelp}
      </SecretOnce>,
    )
  },
})

export const repeatDelivery = defineAction({
  path: `${path}/deliveries/:deliveryId/repeat`,
  access,
  audit: { action: 'webhook.repeat', target: 'deliveryId' },
  act: async (submission) => {
    const { id, organizationId } = await demandWebhook(submission)
    await submission.runtime.webhooks.repeat({ organizationId, id, deliveryId: submission.params.deliveryId ?? '' })
    return { kind: 'redirect', to: `/settings/webhooks/${id}`, notice: 'delivery-repeated' }
  },
})

function defineChange(verb: 'pause' | 'resume', notice: NoticeId) {
  return defineAction({
    path: `${path}/${verb}`,
    access,
    audit: { action: `webhook.${verb}`, target: 'webhookId' },
    act: async (submission) => {
      const { id, organizationId } = await demandWebhook(submission)
      await submission.runtime.webhooks[verb]({ organizationId, id }).catch(ignoreConflict)
      return { kind: 'redirect', to: `/settings/webhooks/${id}`, notice }
    },
  })
}

/** Somebody else was first, and the page shows the state. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof CheckwrightError && error.code === 'STORE_CONFLICT')) throw error
}
