import { createHash } from 'node:crypto'
import { palette } from '../../report/html/palette.ts'
import connectScript from '../../service/pages/assets/connect.client.js'
import dialogScript from '../../service/pages/assets/dialog.client.js'
import icon from '../../service/pages/assets/icon.svg'
import script from '../../service/pages/assets/pages.client.js'
import runsScript from '../../service/pages/assets/runs.client.js'
import authorText from '../../service/pages/assets/style/author-text.css'
import body from '../../service/pages/assets/style/body.css'
import buttons from '../../service/pages/assets/style/buttons.css'
import connectors from '../../service/pages/assets/style/connectors.css'
import findings from '../../service/pages/assets/style/findings.css'
import forms from '../../service/pages/assets/style/forms.css'
import ground from '../../service/pages/assets/style/ground.css'
import header from '../../service/pages/assets/style/header.css'
import lines from '../../service/pages/assets/style/lines.css'
import messages from '../../service/pages/assets/style/messages.css'
import overview from '../../service/pages/assets/style/overview.css'
import results from '../../service/pages/assets/style/results.css'
import scripting from '../../service/pages/assets/style/scripting.css'
import tables from '../../service/pages/assets/style/tables.css'

/** In this order, because a later rule wins over an earlier one of the same strength. */
const style = [
  palette,
  ground,
  header,
  body,
  tables,
  messages,
  buttons,
  forms,
  connectors,
  authorText,
  lines,
  scripting,
  results,
  findings,
  overview,
]

/** A file that pages link to, at a path that changes with it. */
export interface Asset {
  /** Relative to the mount path of the pages. */
  readonly path: string
  readonly type: string
  readonly text: string
}

export const assets = {
  style: createAsset('pages', 'css', 'text/css; charset=utf-8', style.join('')),
  script: createAsset('pages', 'js', 'text/javascript; charset=utf-8', script + runsScript),
  dialog: createAsset('dialog', 'js', 'text/javascript; charset=utf-8', dialogScript),
  icon: createAsset('icon', 'svg', 'image/svg+xml', icon),
} as const

/** A browser that has the file need not request it again, because a changed file has another path. */
export function createAssetResponse({ type, text }: Asset): Response {
  return new Response(text, {
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      // Browsers must not interpret it as anything else.
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}

function createAsset(name: string, extension: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  return { path: `/assets/${name}-${hash}.${extension}`, type, text }
}

/** The script of hosts, whose path does not change. Pages of any origin may load it. */
export function createConnectScriptResponse(): Response {
  return new Response(connectScript, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}
