import { type Html, renderHtml } from '../pieces/html.ts'
import { cleanLine } from '../pieces/safe-text.ts'

/** What a company shows of itself on a status page. The files of the page hold all of it. */
export interface StatusBrand {
  /** @default that of the organization */
  readonly name?: string | undefined
  /** Of a line at the top: `#0f766e`. It is no colour of text, so that every colour can be read. @default none */
  readonly colour?: string | undefined
  /** @default none */
  readonly logo?: { readonly type: string; readonly base64: string } | undefined
}

/** What a public page needs of it: the style, what its policy allows beside that, and the logo above the title. */
export interface PublicLook {
  readonly style: string
  readonly allowed: readonly string[]
  readonly logo: Html | undefined
}

/** @param name the one that the page has */
export function describeLook(name: string, { colour, logo }: Pick<StatusBrand, 'colour' | 'logo'>): PublicLook {
  const line = colour === undefined ? '' : `body{border-top:.375rem solid ${colour}}`
  if (logo === undefined) return { style: `${style}${line}`, allowed: [], logo: undefined }
  return {
    style: `${style}${line}`,
    allowed: ['img-src data:'],
    logo: renderHtml`<img class="logo" src="data:${logo.type};base64,${logo.base64}" alt="${cleanLine(name)}">
`,
  }
}

const style = `:root{color-scheme:light dark;--bad:light-dark(#a11,#f99);--good:light-dark(#166534,#7ddc9c);--open:light-dark(#6b21a8,#d8b4fe);--line:light-dark(#ccc,#555)}
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:light-dark(#fff,#161616);color:light-dark(#1a1a1a,#eee)}
main{max-width:64rem;margin:0 auto;padding:1rem;overflow-x:auto}
a{color:light-dark(#0645ad,#9cf)}
table{border-collapse:collapse;width:100%}
caption{text-align:left;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.375rem .5rem;border-bottom:1px solid var(--line);font-weight:inherit}
thead th,th.group{font-weight:600}.logo{display:block;max-height:3rem;max-width:100%}td[class]{white-space:nowrap}th span,td>span{display:block;font-size:.875rem;white-space:normal}
svg{display:block;width:12rem;height:1.25rem;margin:.125rem 0}
.digest{font-family:ui-monospace,monospace;font-size:.75rem;overflow-wrap:anywhere}
.satisfied{color:var(--good);fill:var(--good)}.not_satisfied{color:var(--bad);fill:var(--bad)}.undetermined{color:var(--open);fill:var(--open)}.uncovered{fill:var(--line)}
@media (max-width:40rem){table,thead,tbody,tr,th,td,caption{display:block}thead{display:none}tr{border-bottom:1px solid var(--line)}td,tbody th{border:0}}
@media print{:root{color-scheme:light}main{max-width:none;padding:0;overflow:visible}tr{break-inside:avoid}a{color:inherit}}
`
