import type { ValidationRule } from './validation-finding.ts'

export const hostRules: readonly ValidationRule[] = [
  {
    // A definition loads only with https for its own hosts.
    id: 'plain-http',
    level: 'warning',
    find: ({ connector: { id, checks }, sources }) =>
      checks.flatMap((check) =>
        [...String(check.run).matchAll(askedInTheClear)].map(({ index }) => ({
          path: `${id}.${check.id}`,
          message: 'uses plain http, which others can read and change; write only the path, or use https',
          at: sources.findCode(check, index),
        })),
      ),
  },
  {
    id: 'redundant-host',
    level: 'warning',
    find: ({ connector: { id, definition }, sources }) => {
      const { allowedHosts = [], baseUrl } = definition
      const base = /^[a-z]+:\/\/([^/?#]+)/i.exec(baseUrl)?.[1] ?? ''
      return allowedHosts.flatMap((pattern, index) => {
        const earlier = [base, ...allowedHosts.slice(0, index)]
        const others = [...earlier, ...allowedHosts.slice(index + 1).filter((other) => other !== pattern)]
        const by = others.find((other) => isPatternCovering(other, pattern))
        if (by === undefined) return []
        const what = by === base ? 'is the host of baseUrl' : `is within "${by}"`
        return [
          {
            path: `${id}.allowedHosts[${index}]`,
            message: `"${pattern}" ${what} already; remove it`,
            at: sources.findQuoted(pattern),
          },
        ]
      })
    },
  },
]

/** Requests to this machine cannot be intercepted. */
const askedInTheClear =
  /\.(?:fetch|get|post|put|patch|delete|paginate)\(\s*['"`]http:\/\/(?!(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/])/gi

/** Whether every host of a pattern matches another pattern. */
function isPatternCovering(wide: string, narrow: string): boolean {
  const [w, n] = [wide.toLowerCase(), narrow.toLowerCase()]
  if (w === n) return true
  if (w.startsWith('*.')) return n.replace(/^\*\./, '').endsWith(w.slice(1)) && !/:\d+$/.test(n)
  // A star in the middle replaces one label.
  return w.includes('*') && new RegExp(`^${w.replaceAll('.', '\\.').replace('*', '[^.*{}]+')}$`).test(n)
}
