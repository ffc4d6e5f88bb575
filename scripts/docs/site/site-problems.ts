import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * What is wrong with a site that lies in a folder: links that lead to no file or to no place in it, and what a browser would load from
 * another host.
 */
export function findSiteProblems(folder: string): readonly string[] {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (path: string) => {
    const found = anchors.get(path) ?? listAnchors(readFileSync(path, 'utf8'))
    anchors.set(path, found)
    return found
  }
  return globSync('**/*.html', { cwd: folder }).flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8')
    const loads = listLoads(html)
      .filter((address) => /^(?:[a-z]+:)?\/\//i.test(address))
      .map((address) => `${page}: loads ${address}`)
    const broken = [...listLinks(html), ...listLoads(html)]
      .filter((link) => !/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const named = path === '' ? join(folder, page) : resolve(folder, dirname(page), decodeURIComponent(path))
        const target = statSync(named, { throwIfNoEntry: false })?.isDirectory() ? join(named, 'index.html') : named
        if (!existsSync(target)) return true
        return Boolean(anchor) && target.endsWith('.html') && !anchorsOf(target).has(decodeURIComponent(anchor ?? ''))
      })
      .map((link) => `${page}: leads nowhere: ${link}`)
    return [...loads, ...new Set(broken)]
  })
}

function listLinks(html: string): readonly string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, link = '']) => decodeEntities(link))
}

/** Scripts, styles, pictures and frames. */
function listLoads(html: string): readonly string[] {
  const sources = [...html.matchAll(/<(?:script|img|iframe|source|video|audio)\b[^>]*?\ssrc="([^"]*)"/g)]
  const sheets = [
    ...html.matchAll(/<link\b(?=[^>]*\srel="(?:stylesheet|icon|preload|modulepreload)")[^>]*?\shref="([^"]*)"/g),
  ]
  return [...sources, ...sheets].map(([, address = '']) => decodeEntities(address))
}

function listAnchors(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, anchor = '']) => decodeEntities(anchor)))
}

function decodeEntities(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}
