import { describeNotice } from './describe-notice.ts'
import type { Notice } from './notice.ts'

/**
 * The body for an incoming webhook of Slack. `parse: 'none'` and the escapes of its documentation keep a text of a vendor
 * from becoming a link, a mention of everybody or a channel.
 */
export function formatSlackMessage(notice: Notice, publicUrl: string): string {
  const { title, lines, path } = describeNotice(notice)
  const text = [title, ...lines].map(escapeSlackText).join('\n')
  return JSON.stringify({
    text: `${text}\n<${escapeSlackText(`${publicUrl}${path}`)}>`,
    parse: 'none',
    link_names: 0,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
  })
}

function escapeSlackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
