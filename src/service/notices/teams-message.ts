import { describeNotice } from './describe-notice.ts'
import type { Notice } from './notice.ts'

/** Teams refuses a message of more than 28 KB. */
const textLengthMax = 16_000

/**
 * The body for a workflow of Microsoft Teams that posts what a webhook receives: an Adaptive Card. Texts are text runs, which have no
 * Markdown, so that a text of a vendor becomes no link and mentions nobody.
 */
export function formatTeamsMessage(notice: Notice, publicUrl: string): string {
  const { title, lines, path } = describeNotice(notice)
  const text = lines.join('\n')
  const body = text.length > textLengthMax ? `${text.slice(0, textLengthMax).toWellFormed()} …` : text
  return JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.2',
          body: [
            createTextBlock({ type: 'TextRun', text: title.slice(0, textLengthMax).toWellFormed(), weight: 'Bolder' }),
            ...(body === '' ? [] : [createTextBlock({ type: 'TextRun', text: body })]),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Checkwright', url: `${publicUrl}${path}` }],
        },
      },
    ],
  })
}

function createTextBlock(run: { readonly type: 'TextRun'; readonly text: string; readonly weight?: 'Bolder' }) {
  return { type: 'RichTextBlock', inlines: [run] }
}
