import { ApiError } from '../../../errors/index.ts'
import { renderDocumentHead } from '../../../report/html/document-head.ts'
import { Html, renderHtml } from '../../../report/pieces/html.ts'
import type { PeriodLimit } from '../../../service/rights/period.ts'
import { buildSaveHeaders } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import { policy, policyVersion } from '../thing.ts'

export const versionFormats = ['markdown', 'html'] as const

/** A version as a file: its Markdown, or a page that works alone and prints. @throws ApiError 404 */
export async function sendVersion(
  { runtime }: Pick<HostParts, 'runtime'>,
  { reader, id, format }: { readonly reader: PeriodLimit; readonly id: string; readonly format: string },
): Promise<Response> {
  const version = await recordsFor(runtime, policyVersion, reader).get(id)
  const of = version && (await recordsFor(runtime, policy, reader).get(version.values.policyId))
  if (!version || !of) throw new ApiError('There is no such policy version.', { code: 'NOT_FOUND' })
  const { number, publishedDay, text } = version.values
  if (format === 'markdown')
    return new Response(text, { headers: buildSaveHeaders('policy.md', 'text/markdown; charset=utf-8') })
  const { renderLongMarkdown } = await import('../../connectors/pages/render-markdown.ts')
  const { name } = of.values
  const page = renderHtml`${renderDocumentHead({ title: name, style })}<main>
<h1>${name}</h1>
<p class="small">${number ?? undefined}${publishedDay !== null && ` · ${publishedDay}`}</p>
${new Html(await renderLongMarkdown(text))}</main>
</body>
</html>
`
  return new Response(page.text, { headers: buildSaveHeaders('policy.html', 'text/html; charset=utf-8') })
}

const style = `:root{color-scheme:light dark}
body{font:16px/1.6 system-ui,sans-serif;margin:0}
main{max-width:44rem;margin:0 auto;padding:1rem}
pre{overflow-x:auto}blockquote{border-left:3px solid;margin-left:0;padding-left:1rem}
.small{font-size:.875rem}
@media print{:root{color-scheme:light}main{max-width:none;padding:0}h2,h3{break-after:avoid}pre,blockquote{break-inside:avoid}a{color:inherit}}
`
