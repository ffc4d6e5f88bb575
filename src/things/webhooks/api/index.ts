import type { Route } from '../../api/route.ts'
import { getDelivery, listDeliveries, repeatDelivery, testWebhook } from './deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  pauseWebhook,
  resendQuestion,
  resumeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.ts'

/** Where notices go, in the order of the document. */
export const webhookRoutes: readonly Route[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  resendQuestion,
  testWebhook,
  listDeliveries,
  getDelivery,
  repeatDelivery,
]
