import type { PageRoute } from '../../pages/page-route.ts'
import {
  deleteWebhook,
  pauseWebhook,
  repeatDelivery,
  resendQuestion,
  resumeWebhook,
  rotateWebhookSecret,
  saveWebhook,
  testWebhook,
} from './webhook-actions.tsx'
import { deliveryPage, webhookPage } from './webhook-page.tsx'
import { makeWebhook, saveTimeZone, webhooksPage } from './webhooks-page.tsx'

/** Where notices go. */
export const webhookPages: readonly PageRoute[] = [
  webhooksPage,
  makeWebhook,
  // Before the page of one webhook, whose path has any id.
  saveTimeZone,
  webhookPage,
  saveWebhook,
  testWebhook,
  resendQuestion,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  deliveryPage,
  repeatDelivery,
]
